// Every part of a bot's screens in every state of a bot, as a file says it: `-u` writes the files anew, to be read.
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { BotList } from "~/features/bots/bot-list";
import { BotRuns } from "~/features/bots/bot-runs";
import type { BotFacts, ProposalView } from "~/features/bots/bot-view";
import ChecklistModal from "~/features/bots/checklist-modal";
import { BotControl } from "~/features/bots/control";
import { outlines } from "./outline";
import { render, renderBusy } from "./render";

const next = { text: "Today, 20:42", iso: "2026-11-19T20:42:00Z" };
const last = { text: "Yesterday, 09:10", iso: "2026-11-18T09:10:00Z" };
const proposal: ProposalView = { id: 31, text: "Seats for Sunday", weightedLength: 16, costUsd: 0.01, hasLink: false };

const plain: BotFacts = {
  status: "running",
  enabled: true,
  reason: null,
  gaveUp: false,
  username: "alice",
  posts: 0,
  next: null,
  last: null,
};
const paused = { ...plain, status: "paused" } as const;
const off = { ...plain, enabled: false } as const;
const connect = "Please connect the account again.";

const states: Record<string, BotFacts & { proposal?: ProposalView; review?: boolean; startable?: boolean }> = {
  "never started": { ...off, status: "not_started" },
  "never started, without an account": { ...off, status: "not_started", username: null },
  "running, nothing done and nothing planned": plain,
  "running, with a post planned": { ...plain, next },
  "running, one post out": { ...plain, posts: 1, last },
  "running, two out and one planned": { ...plain, posts: 2, next, last, review: false },
  "running, with nothing to write about": { ...plain, startable: false },
  "asks first": { ...plain, review: true },
  "waits for an approval": { ...plain, review: true, proposal },
  "paused with its account": { ...paused, reason: "Paused by you." },
  "paused until its account is connected": { ...paused, reason: connect },
  "gave up": { ...paused, gaveUp: true, reason: "It could not write.", posts: 3, last },
  "gave up, with nothing to write about": { ...paused, gaveUp: true, reason: "It could not write.", startable: false },
  "stopped by its person": { ...off, status: "stopped", posts: 1, last },
  "stopped with its account": { ...off, status: "stopped", username: null, reason: "Its account is no longer linked." },
  "stopped, with nothing to write about": { ...off, status: "stopped", startable: false },
};

const unticked = { review: false, learn: false, proposal: null };
const control = (bot: BotFacts & { proposal?: ProposalView; review?: boolean }, more: object = {}, sandbox = false) => (
  <BotControl
    of={{ ...unticked, ...bot, analysisId: "7", perDay: 3, usernames: ["@alice", "@bob"], ...more }}
    sandbox={sandbox}
    demoWriter={sandbox}
    editHref={(id) => `/bot?edit=${id}`}
    activeHref="/bot?list=active"
    historyHref="/bot?list=history"
  />
);

const cards = Object.entries(states).map(([summary, bot], at) => {
  const { proposal: waits = null, review = false, startable = true, ...facts } = bot;
  const about = { analysisId: String(at), summary, href: `/product-analyse?analysis=${at}`, day: "19 Nov" };
  return { ...facts, ...about, score: at % 2 ? "8.5 / 10" : null, startable, proposal: waits, review };
});

const eachState = (part: (bot: (typeof states)[string]) => ReactElement) =>
  Object.fromEntries(Object.entries(states).map(([name, bot]) => [name, render(part(bot))]));
const file = (name: string) => `./outlines/${name}.txt`;

test("Bot Control shows of each state what belongs to it", async () => {
  await expect(await outlines(eachState((bot) => control(bot)))).toMatchFileSnapshot(file("bot-control"));
});

test("Bot Control says who would post, how often, and where the choice is", async () => {
  const kinds = {
    "no limit a day": render(control(plain, { perDay: 0 })),
    "one a day, each approved": render(control({ ...plain, review: true }, { perDay: 1 })),
    "two a day": render(control(plain, { perDay: 2 })),
    "one account only": render(control(states["stopped by its person"] ?? plain, { usernames: ["@alice"] })),
    "two accounts, and it runs": render(control(plain, { usernames: ["@alice", "@bob"] })),
    "no account": render(control({ ...off, status: "not_started", username: null }, { usernames: [] })),
    "in the sandbox, with a proposal that has a link": render(
      control({ ...plain, proposal: { ...proposal, hasLink: true, costUsd: 0.2 } }, {}, true),
    ),
    "with a proposal that is too long": render(control({ ...plain, proposal: { ...proposal, weightedLength: 299 } })),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("bot-promise"));
});

test("the list of bots shows of each state what belongs to it", async () => {
  const list = { title: "All bots", headingId: "all-bots", openedBy: null, none: "No bot yet", closeHref: "/bot" };
  const kinds = {
    "all of them": render(<BotList {...list} items={cards} pages={<p>The next page</p>} />),
    "none of them": render(<BotList {...list} items={[]} />),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("bot-list"));
});

test("a person's own bots are counted, and each shows what belongs to its state", async () => {
  const runs = (bots: typeof cards, sandbox = false) =>
    render(<BotRuns bots={bots} sandbox={sandbox} editHref={(id) => `/bot?edit=${id}`} />);
  const waiting = cards.filter((card) => card.proposal !== null);
  const kinds = {
    "all of them": runs(cards),
    "two that wait": runs([...waiting, ...waiting.map((card) => ({ ...card, analysisId: "99" }))], true),
    "one that is stopped": runs(cards.filter(({ summary }) => summary === "stopped by its person")),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("bot-runs"));
});

test("the checklist asks for the three rules of X and for the review, and says what went wrong", async () => {
  const of = { analysisId: "7", username: "alice" };
  const asked = (sandbox: boolean, error: string | null) => (
    <ChecklistModal of={of} sandbox={sandbox} error={error} closeTo="/product-analyse?analysis=7" />
  );
  const kinds = {
    "on X": render(asked(false, null)),
    "in the sandbox, refused": render(asked(true, "Please see to all three before the bot starts")),
    "on its way": renderBusy(asked(false, null), {
      intent: "start-bot",
      analysisId: "7",
      as: "@alice",
      checklist: "1",
    }),
    "while something else is on its way": renderBusy(asked(false, null), { intent: "stop-bot" }),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("bot-checklist"));
});

test("of two bots only the one that was pressed turns, and of its buttons only that one", async () => {
  const [stopped, running] = [states["gave up"] ?? plain, states["waits for an approval"] ?? plain];
  const list = { title: "All bots", headingId: "all-bots", openedBy: null, none: "", closeHref: "/bot" };
  const two = cards.filter(({ summary }) => summary === "gave up" || summary === "paused with its account");
  const pressed = (intent: string, id: string) => ({ intent, analysisId: id, tweetId: id });
  const id = two[0]?.analysisId ?? "";
  const kinds = {
    "stop, in the list": renderBusy(<BotList {...list} items={two} />, pressed("stop-bot", id)),
    "start, in the list": renderBusy(<BotList {...list} items={two} />, pressed("start-bot", id)),
    "start, of another bot": renderBusy(control(stopped), pressed("start-bot", "8")),
    "start, of this bot": renderBusy(control(stopped), pressed("start-bot", "7")),
    "the tick": renderBusy(control(running), pressed("teach-bot", "7")),
    "the review": renderBusy(control(running), pressed("review-bot", "7")),
    "an approval": renderBusy(control(running), pressed("approve-tweet", "31")),
    "an approval of another's": renderBusy(control(running), pressed("approve-tweet", "32")),
    "a refusal": renderBusy(control(running), pressed("reject-tweet", "31")),
    "a refusal of another's": renderBusy(control(running), pressed("reject-tweet", "32")),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("bot-busy"));
});
