// Every state of a bot and every verb of a person or a reader that can meet it there: what is answered, and what changes.
import * as bots from "~/features/bots/bots.server";
import { at, type Outcomes, others, words } from "~tests/support/outcomes";
import { app, ask, setMeetings, botStatusOf, testOutcomes } from "./meeting";
import { type Name, where } from "./situations";
import { ids } from "./world";

setMeetings();

const { alice, bob } = ids;
const always = (outcome: string): Outcomes<Name> => [[outcome, others]];
const moment = (due: number | null): string => at(due, app.clock.now()) || "none";

const start = (more: object = {}) => bots.startBot(app, ask(more)).then(botStatusOf);

const withTweets = where(({ bot, tweets }) => tweets !== undefined && bot?.state !== "proposing");
const proposing = where(({ bot }) => bot?.state === "proposing");
const asking = where(({ bot }) => bot?.review === 1);
const stopped = where(({ bot, account }) => bot?.state === "stopped" && account === undefined);

/** A start on a bot that goes on only touches it, also while its account is held. */
const heldStarts = [
  ["paused (Paused by you.) wakes; touched", "its account is paused"],
  ["paused (The bot’s account is paused.) wakes; touched", "its account is paused without a word"],
  ["paused (X says no.) wakes; touched", "its account must be reconnected"],
  ["!account_paused", "stopped, and its account paused"],
] satisfies Outcomes<Name>;
/** Without its account it goes on as the default one, and what it has on the timeline comes back. */
const movedStarts = (asks = "", asksNew = "") =>
  [
    [`running wakes; waiting now as n1${asksNew} begun`, "never started"],
    [`running wakes; waiting now as n1${asks} begun; #11 pending by taken_off (moved)`, "its account is unlinked"],
  ] satisfies Outcomes<Name>;

testOutcomes({
  "a start": {
    does: () => start(),
    outcomes: [
      ...movedStarts(),
      ["running wakes; waiting now as n1 begun", "proposing as an account that is unlinked"],
      ["running wakes; waiting now begun", "gave up", ...stopped],
      ...heldStarts,
      ["running wakes; touched", others],
    ],
  },
  "a start as its own account": {
    does: () => start({ account: ids.own }),
    outcomes: [
      ["running wakes; waiting now begun", "never started", "gave up", ...stopped],
      ...heldStarts,
      ["!not_found", "its account is unlinked", "proposing as an account that is unlinked"],
      ["running wakes; touched", others],
    ],
  },
  "a start as another account": {
    does: () => start({ account: ids.home }),
    outcomes: [
      ["running wakes; waiting now as n1 begun", "never started", ...stopped, "stopped, and its account paused"],
      ["running wakes; waiting now as n1 begun", "proposing as an account that is unlinked"],
      ["running wakes; waiting now as n1; #11 pending by taken_off (moved)", "waiting for its tweet"],
      ["running wakes; waiting now as n1; #11 pending by taken_off (moved)", "proposing what stands on the timeline"],
      [
        "running wakes; waiting now as n1; #11 pending by taken_off (moved); #12 publishing -30s withdrawn",
        "waiting for the first of two",
      ],
      ["running wakes; waiting now as n1; #11 unknown -1m30s withdrawn", "waiting for what nobody knows of"],
      [
        "running wakes; waiting now as n1 begun; #11 pending by taken_off (moved)",
        "gave up",
        "its account is unlinked",
      ],
      ["running wakes; waiting now as n1", others],
    ],
  },
  "a start that asks first": {
    does: () => start({ review: true }),
    outcomes: [
      ...movedStarts(" asks from now", " asks from now"),
      ["running wakes; waiting now as n1 begun", "proposing as an account that is unlinked"],
      ["running wakes; waiting now asks from now begun", "gave up", ...stopped],
      ...heldStarts.map(([outcome, name]) => [outcome.replace("touched", "touched asks from now"), name] as const),
      ["running wakes; touched", ...asking.filter((name) => name !== "proposing as an account that is unlinked")],
      ["running wakes; touched asks from now", others],
    ],
  },
  "a start that asks no more": {
    does: () => start({ review: false }),
    outcomes: [
      ...movedStarts(),
      ["running wakes; waiting now as n1 asks no more begun", "proposing as an account that is unlinked"],
      ["running wakes; waiting now begun", "gave up", ...stopped],
      ...heldStarts,
      [
        "running wakes; touched asks no more",
        ...asking.filter((name) => name !== "proposing as an account that is unlinked"),
      ],
      ["running wakes; touched", others],
    ],
  },
  "a start by somebody else": { does: () => start({ userId: bob }), outcomes: always("!not_found") },
  "a start of a failed analysis": {
    does: () => start({ analysisId: ids.fails }),
    outcomes: always("!analysis_unfinished"),
  },
  "the account that a start would take": {
    does: async () => (await bots.requireStart(app, ask())).username,
    outcomes: [
      ["account1", "never started", "its account is unlinked", "proposing as an account that is unlinked"],
      ["!account_paused", "stopped, and its account paused"],
      ["account2", others],
    ],
  },
  "a stop": {
    does: () => bots.stopBot(app, alice, 1).then(botStatusOf),
    outcomes: [
      ["not_started", "never started"],
      ["stopped", "stopped", "stopped, and its account paused"],
      ["stopped (unlinked)", "stopped with its account"],
      ["stopped; stopped; #11 pending by taken_off (stopped)", "waiting for its tweet", "gave up"],
      ["stopped; stopped; #11 pending by taken_off (stopped)", "proposing what stands on the timeline"],
      ["stopped; stopped; #11 pending by taken_off (stopped)", "its account is unlinked"],
      [
        "stopped; stopped; #11 pending by taken_off (stopped); #12 publishing -30s withdrawn",
        "waiting for the first of two",
      ],
      ["stopped; stopped; #11 unknown -1m30s withdrawn", "waiting for what nobody knows of"],
      ["stopped; stopped", others],
    ],
  },
  "a stop by somebody else": {
    does: () => bots.stopBot(app, bob, 1).then(botStatusOf),
    outcomes: always("!not_found"),
  },
  "an approval": {
    does: async () => {
      const { executeAt, timeZone, reason } = await bots.approve(app, alice, 11);
      return words(at(executeAt, app.clock.now()), `in ${timeZone}`, reason === "" && "for no reason");
    },
    outcomes: [
      ["+6h in UTC wakes; waiting +6h1m; #11 scheduled +6h by scheduled", "proposing", "proposing what was refused"],
      ["+6h in UTC wakes; waiting +6h1m; #11 scheduled +6h by scheduled", "proposing, begun before its neighbour"],
      ["+6h in UTC wakes; waiting +6h1m; #11 scheduled +6h by moved", "proposing what stands on the timeline"],
      ["!already_sent", "proposing what is out"],
      ["!no_account", "proposing as an account that is unlinked"],
      ["!proposal_gone", "proposing anew", ...withTweets],
      ["!not_found", others],
    ],
  },
  "an approval by somebody else": {
    does: () => bots.approve(app, bob, 11).then(() => "approved"),
    outcomes: always("!not_found"),
  },
  "a refusal": {
    does: () => bots.reject(app, alice, 11).then(() => ""),
    outcomes: [
      ["wakes; waiting now", ...proposing.filter((name) => name !== "proposing anew")],
      ["!proposal_gone", "proposing anew", ...withTweets],
      ["!not_found", others],
    ],
  },
  "a refusal by somebody else": {
    does: () => bots.reject(app, bob, 11).then(() => "refused"),
    outcomes: always("!not_found"),
  },
  "the moment at which one is due": {
    does: async () => moment(await bots.nextBotAt(app, app.clock.now() - 1)),
    outcomes: [
      ["now", ...where(({ bot, account }) => bot?.due === 0 && account === undefined)],
      ["none", ...where(({ account }) => account !== undefined)],
      ["+1s", "waiting, not due for a moment"],
      ["+1m", "begun in the same moment as its neighbour", "begun before its neighbour"],
      ["+2h", others],
    ],
  },
  "the moment after this one at which one is due": {
    does: async () => moment(await bots.nextBotAt(app, app.clock.now())),
    outcomes: [
      ["none", ...where(({ account }) => account !== undefined)],
      ["+1s", "waiting, not due for a moment"],
      ["+1m", "begun in the same moment as its neighbour", "begun before its neighbour"],
      ["+2h", others],
    ],
  },
});
