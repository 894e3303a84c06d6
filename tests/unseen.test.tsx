// What HTML does not tell of a part: whether a press keeps the place of the page, takes the address's place or loads anew, and
// how things look. Told as counts over all states: `-u` writes the files anew, to be read.
import type { ElementType, ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ProductComposer } from "~/features/analysis/composer";
import { sample } from "~/features/analysis/examples";
import { Description, Improvements, type ResultView, ScoreCard, Why } from "~/features/analysis/result";
import { BotList } from "~/features/bots/bot-list";
import { BotRuns } from "~/features/bots/bot-runs";
import type { BotRunView, ProposalView } from "~/features/bots/bot-view";
import ChecklistModal from "~/features/bots/checklist-modal";
import { BotControl } from "~/features/bots/control";
import { Composer } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { SearchSuggestions } from "~/features/generation/suggestions";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { Wire } from "~/features/generation/wire";
import { render } from "./ui/render";

const { made } = vi.hoisted(() => ({ made: [] as { type: ElementType; props: Record<string, unknown> }[] }));

vi.mock("react/jsx-dev-runtime", async (importOriginal) => {
  const real = await importOriginal<{ jsxDEV(...all: unknown[]): unknown }>();
  const jsxDEV = (type: ElementType, props: Record<string, unknown>, ...rest: unknown[]) => {
    made.push({ type, props });
    return real.jsxDEV(type, props, ...rest);
  };
  return { ...real, jsxDEV };
});

beforeEach(() => void (made.length = 0));

const told = [
  ...["className", "to", "action", "preventScrollReset", "replace", "reloadDocument"],
  ...["autoComplete", "dir", "rows"],
];

/** What the browser is given, and of components only those two that do what stands in no HTML. */
function nameOf(type: ElementType): string | null {
  if (typeof type === "string") return type;
  const { displayName, name } = type as { displayName?: string; name?: string };
  return displayName === "Form" || name === "Link" ? (displayName ?? name ?? null) : null;
}

function lineOf({ type, props }: (typeof made)[number]): string {
  const name = nameOf(type);
  if (name === null || ["a", "svg", "path"].includes(name)) return "";
  const shown = told.filter((one) => ["string", "number"].includes(typeof props[one]) || props[one] === true);
  const words = typeof props.children === "string" ? ` ${JSON.stringify(props.children)}` : "";
  const all = shown.map((one) => (props[one] === true ? one : `${one}=${JSON.stringify(props[one])}`));
  return all.length === 0 ? "" : `${name} ${all.join(" ")}${words}`;
}

/** Each line once, with how often it was made while these were rendered. */
async function tally(parts: readonly ReactElement[]): Promise<string> {
  made.length = 0;
  for (const part of parts) await render(part);
  const counts = new Map<string, number>();
  for (const line of made.map(lineOf).filter(Boolean)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, n]) => `${n} × ${line}\n`).join("");
}

const next = { text: "Today, 20:42", iso: "2026-11-19T20:42:00Z" };
const proposal: ProposalView = { id: 31, text: "Seats for Sunday", weightedLength: 16, costUsd: 0.01, hasLink: false };
const bot: BotRunView = {
  ...{ analysisId: "7", summary: "Sailing", href: "/product-analyse?analysis=7", score: null, day: "19 Nov" },
  ...{ status: "running", enabled: true, reason: null, gaveUp: false, username: "alice", posts: 2, next, last: null },
  ...{ startable: true, review: false, proposal: null },
};
const connect = "Please connect the account again.";
const all: BotRunView[] = [
  bot,
  { ...bot, analysisId: "8", review: true, proposal },
  { ...bot, analysisId: "9", status: "paused", gaveUp: true, reason: connect },
  { ...bot, analysisId: "10", status: "stopped", enabled: false, next: null, posts: 0 },
];
const list = { title: "All bots", headingId: "all-bots", openedBy: null, none: "No bot yet", closeHref: "/bot" };
const editHref = (id: number) => `/bot?edit=${id}`;
const control = {
  sandbox: false,
  demoWriter: false,
  editHref,
  activeHref: "/bot?list=active",
  historyHref: "/bot?list=history",
};
const result: ResultView = {
  ...{ own: sample.content, summary: sample.summary, tags: sample.tags, score: 8.5, word: "Strong" },
  ...{ criteria: sample.criteria.slice(0, 1), improvements: sample.improvements, contentType: "Product description" },
  ...{ when: "19 Nov 2026, 14:11", whenIso: "2026-11-19T14:11:00Z", status: "completed" },
};
const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const account = { name: "Alice", username: "alice", state: "active" as const };
const ways = { inputHref: "/generate", sampleHref: "/generate?sample=1", refresh: null };
const batch = { href: "/b/1", topic: "birds", when: "Today, 10:11", whenIso: "2026-11-19T10:11:00Z", count: 1 };
const moments = { now: 618, windowFrom: 858, windowTo: 1098, lands: 997 };

const groups: Record<string, ReactElement[]> = {
  "bot lists": [<BotList {...list} items={all} />, <BotList {...list} items={[]} />],
  "bot runs": [<BotRuns bots={all} sandbox={false} editHref={editHref} />],
  "bot control": all.map((of) => (
    <BotControl of={{ ...of, learn: true, perDay: 1, usernames: ["@alice", "@bob"] }} {...control} />
  )),
  "bot checklist": [
    <ChecklistModal of={{ analysisId: "7", username: "alice" }} sandbox error="Please see to it" closeTo="/bot" />,
  ],
  "product question": [<ProductComposer value="" missing="Say it" exampleHref={(name) => `/a?example=${name}`} />],
  "analysis result": [
    <Description of={result} />,
    <Description of={{ ...result, tags: [] }} />,
    <Why of={result} />,
    <Improvements items={result.improvements} />,
    <ScoreCard of={result} />,
    <ScoreCard of={{ ...result, status: "pending" }} />,
    <ScoreCard of={{ ...result, status: "failed" }} />,
  ],
  "generate question": [
    <Composer viewer={viewer} account={account} accountsHref="/generate?panel=sidebar" />,
    <Composer viewer={viewer} account={null} accountsHref="/a" action="/here" />,
  ],
  "in place of tweets": [
    <Waiting elapsed={0} againHref="/generate?job=1" />,
    <ErrorState error="Generation failed." retryHref="/generate?job=1" />,
    <NoTweets test={false} {...ways} />,
    <NoTweets test {...ways} />,
    <LoginNotice signInHref="/generate?panel=login" createHref="/generate?panel=register" />,
    <ConnectNotice connectHref="/accounts/connect" />,
    <Example topic="birds" askHref="/generate?topic=birds" sampleHref="/sample" />,
    <Example topic="birds" askHref={null} sampleHref="/sample" />,
    <SearchSuggestions src="/generate/suggestions/b" />,
    <RecentBatches batches={[batch]} allHref="/generate?topics=all" />,
    <RecentBatches batches={[batch]} pages={{ newer: "/n", older: "/o" }} />,
    <Wire moments={moments} zone={{ name: "UTC", chooseHref: "/z" }} quiet={null} window="4 to 8 hours" />,
  ],
};

test.each(Object.entries(groups))(
  "%s keep the place, the address and the looks that were meant",
  async (name, parts) => {
    const lines = await tally(parts);
    expect(lines).toContain("×");
    await expect(lines).toMatchFileSnapshot(`./ui/outlines/unseen-${name.replaceAll(" ", "-")}.txt`);
  },
);
