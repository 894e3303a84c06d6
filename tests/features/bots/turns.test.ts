// A turn of the job in every state of a bot: whether it begins, rests, pauses or writes, and how each way of writing ends.
import * as bots from "~/features/bots/bots.server";
import { WriterError } from "~/ports/ai/port";
import { type Outcomes, others } from "~tests/support/outcomes";
import { app, setMeetings, testOutcomes, turn } from "./meeting";
import type { Name } from "./situations";
import { ids } from "./world";

setMeetings();

/** What a turn does before anything is written, and where nothing is; it is the same whatever the writer would do. */
const unwritten = [
  ["begun wakes; waiting +16m", "waiting for its tweet"],
  ["begun wakes; waiting +1m", "waiting for the first of two", "waiting for what nobody knows of"],
  ["begun wakes; waiting +9h42m", "its day has had its share"],
  ["begun wakes; paused (network: X refuses 13)", "refused thrice"],
  ["begun wakes; paused (network: X refuses 14)", "refused thrice, and out before"],
  ["paused now a3 (crashed)", "writing, its lease over for the third time"],
  ["waiting +1m", "proposing what is out", "proposing what was refused"],
  ["waiting +16m", "proposing what stands on the timeline"],
  [
    "stopped (unlinked); #11 pending by taken_off (unlinked); beside: stopped (unlinked); beside: #21 pending by taken_off (unlinked)",
    "its account is unlinked",
  ],
  [
    "stopped (unlinked); beside: stopped (unlinked); beside: #21 pending by taken_off (unlinked)",
    "proposing as an account that is unlinked",
  ],
  ["", others],
] satisfies Outcomes<Name>;

/** In these it writes: by what it failed before, whether it asks first, and what it has said. */
const writing = {
  failedOnce: ["waiting, and due"],
  failedTwice: ["waiting, due twice failed"],
  asksFirst: ["waiting, to ask first"],
  triedTwice: ["writing, its lease over"],
  saidOne: ["its day has had all but one", "yesterday had its share", "waiting, with a draft that was refused"],
  saidThree: ["refused thrice, once before it began", "refused twice, and out"],
} satisfies Record<string, Name[]>;
type Kind = keyof typeof writing;

const wrote = (of: Record<Kind, string>): Outcomes<Name> => [
  ...unwritten,
  ...(Object.keys(writing) as Kind[]).map((kind) => [`begun asks ${of[kind]}`, ...writing[kind]] as const),
];
const nothing: Outcomes<Name> = [["", others]];

/** A failure of the writer: five minutes, half an hour, and then it gives up, with the reason. */
const failed = (reason: string, [first, second] = ["+5m", "+30m"]) =>
  wrote({
    failedOnce: `wakes; waiting ${second} f2`,
    failedTwice: `wakes; paused f3 (writer: ${reason})`,
    asksFirst: `wakes; waiting ${second} f2`,
    triedTwice: `wakes; waiting ${first} f1`,
    saidOne: `wakes; waiting ${first} f1`,
    saidThree: `wakes; waiting ${first} f1`,
  });

/** Whatever it has failed before is forgotten with a tweet. */
const scheduled = (text: string) => `wakes x2; waiting +6h1m; #42 scheduled +6h "${text}" by scheduled`;
const proposed = 'wakes; proposing on #42; #42 pending "Own words 11"';
const success = {
  failedOnce: scheduled("Own words 11"),
  failedTwice: scheduled("Own words 11"),
  asksFirst: proposed,
  triedTwice: scheduled("Own words 11"),
  saidOne: scheduled("Quite new words 7"),
  saidThree: scheduled("Quite new words 7"),
};

/** Nothing counts as a failure where something other than the writing came between. */
const held = {
  failedOnce: "wakes; touched",
  failedTwice: "wakes; waiting now f2 (kept)",
  asksFirst: "wakes; touched",
  saidOne: "wakes; touched",
  saidThree: "wakes; touched",
};
const draft = (text: string) => `#42 pending "${text}"`;

/** Its claim was lost meanwhile: the bot is as the other has left it, and what was written stays a draft. */
const overtaken = (bot: (failuresAndTries: string, was: { due: string; reason: string }) => string) => {
  const now = { due: "now", reason: "" };
  return wrote({
    failedOnce: `wakes; ${bot("f1 a1", now)}; ${draft("Own words 11")}`,
    failedTwice: `wakes; ${bot("f2 a1", { due: "-5s", reason: " (kept)" })}; ${draft("Own words 11")}`,
    asksFirst: `wakes; ${bot("f1 a1", now)}`,
    triedTwice: `wakes; ${bot("a3", now)}; ${draft("Own words 11")}`,
    saidOne: `wakes; ${bot("a1", now)}; ${draft("Quite new words 7")}`,
    saidThree: `wakes; ${bot("a1", now)}; ${draft("Quite new words 7")}`,
  });
};

const after = <K extends string>(of: Record<K, string>, more: string) =>
  Object.fromEntries(Object.entries<string>(of).map(([kind, is]) => [kind, `${is}; ${more}`])) as Record<K, string>;

const good = () => Promise.resolve(["Own words 11", "Quite new words 7", "Others 7"]);
const fails = (...of: ConstructorParameters<typeof WriterError>) => Promise.reject(new WriterError(...of));
const cut = () => fails("aborted", "Cut.");
const change = (set: object, table: "bots" | "accounts" = "bots", id = 1) =>
  app.db.updateTable(table).set(set).where("id", "=", id).execute();

testOutcomes({
  "a turn": { does: () => turn(good), outcomes: wrote(success) },
  "a turn that finds nothing new": {
    does: () => turn(() => Promise.resolve(["Own words 11", "own words 12!", "x".repeat(281)])),
    outcomes: wrote({
      ...success,
      saidOne: scheduled("own words 12!"),
      saidThree: "wakes; waiting +5m f1",
    }),
  },
  "a turn whose writer is busy": {
    does: () => turn(() => fails("busy", "Busy!")),
    outcomes: failed("Busy"),
  },
  "a turn whose writer asks for an hour": {
    does: () => turn(() => fails("quota", "Used up.", { retryAfterMs: 3_600_000 })),
    outcomes: failed("Used up", ["+1h", "+1h"]),
  },
  "a turn in which the program breaks": {
    does: () => turn(() => Promise.reject(new TypeError("no such property"))),
    outcomes: failed("something went wrong on the server"),
  },
  "a turn whose time is over": {
    does: () => turn(() => (app.clock.advance(70_000), cut())),
    outcomes: failed("the AI took too long"),
  },
  "a turn a moment before its time is over": {
    does: () => turn(() => (app.clock.advance(69_999), cut())),
    outcomes: failed("Cut"),
  },
  "a turn during which the server stops": {
    does: () => {
      const stop = new AbortController();
      app.work = { ...app.work, shutdownSignal: stop.signal };
      return turn(() => (stop.abort(), cut()));
    },
    outcomes: wrote({ ...held, triedTwice: "wakes; waiting now a2" }),
  },
  "a turn during which its account pauses": {
    does: () => turn(() => change({ status: "paused" }, "accounts", 2).then(good)),
    outcomes: wrote(
      after(
        {
          failedOnce: `${held.failedOnce}; ${draft("Own words 11")}`,
          failedTwice: `${held.failedTwice}; ${draft("Own words 11")}`,
          asksFirst: proposed,
          triedTwice: `wakes; waiting now; ${draft("Own words 11")}`,
          saidOne: `${held.saidOne}; ${draft("Quite new words 7")}`,
          saidThree: `${held.saidThree}; ${draft("Quite new words 7")}`,
        },
        'accounts 2: status "paused"',
      ),
    ),
  },
  "a turn that another takes over": {
    does: () => turn(() => change({ lease_token: "another's" }).then(good)),
    outcomes: overtaken((counts, { due, reason }) => `writing ${due} ${counts} another's for +1m30s${reason}`),
  },
  "a turn that is paused under its own token": {
    does: () => turn(() => change({ state: "paused" }).then(good)),
    outcomes: overtaken((counts, { due, reason }) => `paused ${due} ${counts} held for +1m30s${reason}`),
  },
  "a turn whose bot is stopped meanwhile": {
    does: () => turn(() => bots.stopBot(app, ids.alice, 1).then(good)),
    outcomes: overtaken(() => "stopped"),
  },
  "a turn whose neighbour holds the same token": {
    does: () =>
      turn(async () => {
        const held = app.db.selectFrom("bots").select("lease_token").where("id", "=", 1);
        await app.db.updateTable("bots").set({ state: "writing", lease_token: held }).where("id", "=", 2).execute();
        return good();
      }),
    outcomes: wrote(after(success, "beside: writing +2h held")),
  },
  "a turn beside the publisher": {
    does: () => {
      app.node.setMayClaim(false);
      return turn(good).finally(() => app.node.setMayClaim(true));
    },
    outcomes: nothing,
  },
  "a turn of a server that stops": {
    does: () => {
      app.work = { ...app.work, shutdownSignal: AbortSignal.abort() };
      return turn(good);
    },
    outcomes: nothing,
  },
  "taking over from a lost node": {
    does: () => bots.takeOverBots(app).then(() => ""),
    outcomes: [
      ["waiting now a1", "writing"],
      ["waiting now a2", "writing, its lease over"],
      ["paused now a3 (crashed)", "writing, its lease over for the third time"],
      ["", others],
    ],
  },
});
