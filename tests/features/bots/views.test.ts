// Every state of a bot as it is read: where it stands, what is listed, and what somebody else sees of it. Nothing changes.
import * as bots from "~/features/bots/bots.server";
import { at, type Outcomes, others, words } from "~tests/support/outcomes";
import { app, setMeetings, botStatusOf, testOutcomes } from "./meeting";
import { type Name, where } from "./situations";
import { ids } from "./world";

setMeetings();

const { alice, bob } = ids;
const always = (outcome: string): Outcomes<Name> => [[outcome, others]];
const list = <T>(all: Iterable<T>, one: (of: T) => string): string => [...all].map(one).join(", ") || "none";

/** What of a bot can be seen: how it stands, as whom, since when, and what it has posted, will post and proposes. */
function seen(bot: bots.BotView): string {
  const now = app.clock.now();
  return words(
    `${bot.analysisId} ${botStatusOf(bot)}`,
    bot.username ?? "as nobody",
    bot.review && "asks",
    bot.learn && "learns",
    bot.gaveUp && "gave up",
    bot.startedAt !== now - 1_800_000 && `since ${at(bot.startedAt, now)}`,
    (bot.posts > 0 || bot.lastPostAt !== null) && `${bot.posts} out ${at(bot.lastPostAt, now)}`,
    bot.nextPostAt !== null && `next ${at(bot.nextPostAt, now)}`,
    bot.proposal && `#${bot.proposal.id}`,
  );
}
const beside = (status: string, username = "account2") => `2 ${status} ${username} since -1h next +10m`;
const running = (more: string) => `1 running account2${more}, ${beside("running")}`;
const held = (reason: string) => `1 paused (${reason}) account2, ${beside(`paused (${reason})`)}`;

const stopped = where(({ bot, account }) => bot?.state === "stopped" && account === undefined);
const proposing = where(({ bot }) => bot?.state === "proposing");

testOutcomes({
  "where it stands": {
    does: () => bots.botStatusOfAnalysis(app, alice, 1).then(botStatusOf),
    outcomes: [
      ["not_started", "never started"],
      ["paused (It gave up.)", "gave up"],
      ["stopped", "stopped", "stopped, and its account paused"],
      ["stopped (unlinked)", "stopped with its account", ...where(({ account }) => account?.unlinked_at === 1)],
      ["paused (Paused by you.)", "its account is paused"],
      ["paused (The bot’s account is paused.)", "its account is paused without a word"],
      ["paused (X says no.)", "its account must be reconnected"],
      ["running", others],
    ],
  },
  "where it stands for somebody else": {
    does: () => bots.botStatusOfAnalysis(app, bob, 1).then(botStatusOf),
    outcomes: always("not_started"),
  },
  "a look": {
    does: async () => {
      const all = await bots.readBots(app, alice, [1, 2, 3]);
      return list(
        [...all.values()].sort((a, b) => a.analysisId - b.analysisId),
        seen,
      );
    },
    outcomes: [
      [beside("running"), "never started"],
      [running(" asks"), "waiting, to ask first"],
      [running(" next +15m"), "waiting for its tweet", "waiting for the first of two"],
      [running(" 1 out -1s"), "its day has had its share", "its day has had all but one"],
      [running(" 1 out -11h6m40s"), "yesterday had its share", "refused twice, and out"],
      [running(" since -1m"), "refused thrice, once before it began"],
      [running(" 1 out -25h"), "refused thrice, and out before"],
      [running(" since -1h"), "begun in the same moment as its neighbour"],
      [running(" since -2h"), "begun before its neighbour"],
      [running(" asks since -2h #11"), "proposing, begun before its neighbour"],
      [running(" asks #11"), "proposing", "proposing what was refused"],
      [running(" asks #12"), "proposing anew"],
      [running(" asks 1 out -5s #11"), "proposing what is out"],
      [running(" asks next +15m #11"), "proposing what stands on the timeline"],
      [`1 paused (It gave up.) account2 gave up next +15m, ${beside("running")}`, "gave up"],
      [`1 stopped account2, ${beside("running")}`, "stopped"],
      [`1 stopped (unlinked) account2, ${beside("running")}`, "stopped with its account"],
      [held("Paused by you."), "its account is paused"],
      [held("The bot’s account is paused."), "its account is paused without a word"],
      [held("X says no."), "its account must be reconnected"],
      [`1 stopped account2, ${beside("paused (Paused by you.)")}`, "stopped, and its account paused"],
      [
        `1 stopped (unlinked) as nobody next +15m, ${beside("stopped (unlinked)", "as nobody")}`,
        "its account is unlinked",
      ],
      [
        `1 stopped (unlinked) as nobody asks #11, ${beside("stopped (unlinked)", "as nobody")}`,
        "proposing as an account that is unlinked",
      ],
      [running(""), others],
    ],
  },
  "a look by somebody else": {
    does: async () => list((await bots.readBots(app, bob, [1, 2, 3])).keys(), String),
    outcomes: always("3"),
  },
  "the list of all": {
    does: async () => list(await bots.listBots(app, alice, 9), ({ analysis, bot }) => `${analysis.id} ${bot.status}`),
    outcomes: [
      ["2 running", "never started"],
      ["2 running, 1 running", "begun in the same moment as its neighbour", "begun before its neighbour"],
      ["1 paused, 2 running", "gave up"],
      ["2 running, 1 stopped", ...stopped],
      ["1 paused, 2 paused", ...where(({ bot, account }) => account?.status !== undefined && bot?.state === undefined)],
      ["2 paused, 1 stopped", "stopped, and its account paused"],
      ["1 stopped, 2 stopped", ...where(({ account }) => account?.unlinked_at === 1)],
      ["1 running, 2 running", others],
    ],
  },
  "the list of all, of which one is wanted": {
    does: async () => list(await bots.listBots(app, alice, 1), ({ analysis }) => `${analysis.id}`),
    outcomes: [
      ["2", "never started", ...stopped, "stopped, and its account paused"],
      ["2", "begun in the same moment as its neighbour", "begun before its neighbour"],
      ["1", others],
    ],
  },
  "the list of those that go on": {
    does: async () =>
      list(await bots.listActiveBots(app, alice), ({ analysis, bot }) => `${analysis.id} ${botStatusOf(bot)}`),
    outcomes: [
      ["2 running", "never started", ...stopped],
      ["2 running, 1 running", "begun in the same moment as its neighbour", "begun before its neighbour"],
      ["2 running, 1 running", "proposing, begun before its neighbour"],
      ["1 paused (It gave up.), 2 running", "gave up"],
      ["1 paused (Paused by you.), 2 paused (Paused by you.)", "its account is paused"],
      [
        "1 paused (The bot’s account is paused.), 2 paused (The bot’s account is paused.)",
        "its account is paused without a word",
      ],
      ["1 paused (X says no.), 2 paused (X says no.)", "its account must be reconnected"],
      ["2 paused (Paused by you.)", "stopped, and its account paused"],
      ["none", ...where(({ account }) => account?.unlinked_at === 1)],
      ["1 running, 2 running", others],
    ],
  },
  "the list of those that go on, of somebody else": {
    does: async () => list(await bots.listActiveBots(app, bob), ({ analysis }) => `${analysis.id}`),
    outcomes: always("3"),
  },
  "the list of proposals": {
    does: async () => list(await bots.listProposals(app, alice), ([tweet, analysis]) => `#${tweet} of ${analysis}`),
    outcomes: [
      ["#12 of 1", "proposing anew"],
      ["#11 of 1", ...proposing.filter((name) => name !== "proposing anew")],
      ["none", others],
    ],
  },
  "the list of proposals of somebody else": {
    does: async () => list(await bots.listProposals(app, bob), ([tweet, analysis]) => `#${tweet} of ${analysis}`),
    outcomes: always("#31 of 3"),
  },
});
