// What HTML does not tell of a part: whether a press keeps the place of the page, takes the address's place or loads anew.
// And which of its words a person wrote, in whatever script.
import type { ElementType, ReactElement } from "react";
import { expect, test, vi } from "vitest";
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
import { words } from "./screens/reading";
import { documentOf } from "./support/document";
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

/** Of what the browser is told in no HTML: a link by where it leads, a form by how many there are. */
interface Told {
  /** A press leaves the page where it is scrolled to. */
  keeps?: string[];
  /** It begins at the top. */
  begins?: string[];
  /** In the place of the address. */
  replaces?: string[];
  /** The document is loaded anew. */
  loads?: string[];
  /** How many forms keep the place, and how many do not. */
  forms: [keep: number, begin: number];
  /** What a person or a writer wrote: a field by its name, words by their beginning. */
  anyScript: string[];
}

type Kind = "keeps" | "begins" | "replaces" | "loads";
const kindsOf = ({ preventScrollReset, replace, reloadDocument }: Record<string, unknown>): Kind[] => [
  preventScrollReset ? "keeps" : "begins",
  ...(replace ? (["replaces"] as const) : []),
  ...(reloadDocument ? (["loads"] as const) : []),
];

async function toldOf(parts: readonly ReactElement[]): Promise<Told> {
  made.length = 0;
  const html: string[] = [];
  for (const part of parts) html.push(await render(part));
  const named = (name: string) =>
    made.filter(({ type }) => {
      const { displayName, name: own } = type as { displayName?: string; name?: string };
      return typeof type !== "string" && (displayName ?? own) === name;
    });
  const told: Told = { forms: [0, 0], anyScript: [] };
  for (const { props } of named("Form")) told.forms[props["preventScrollReset"] ? 0 : 1] += 1;
  for (const { props } of named("Link")) {
    for (const kind of kindsOf(props)) told[kind] = [...new Set([...(told[kind] ?? []), String(props["to"])])];
  }
  const written = [...documentOf(html.join("")).querySelectorAll("[dir=auto]")];
  told.anyScript = [...new Set(written.map((one) => one.getAttribute("name") ?? words(one).slice(0, 14)))];
  return told;
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

const examples = ["saas", "shop", "app", "service"].map((name) => `/a?example=${name}`);
const bots = ["/product-analyse?analysis=7", "/accounts/connect"];

const meant: Record<string, Told> = {
  "bot lists": { keeps: ["/bot"], begins: bots, forms: [5, 0], anyScript: ["Sailing"] },
  "bot runs": { keeps: ["/bot?edit=31"], begins: bots, forms: [6, 0], anyScript: ["Sailing", "Seats for Sund"] },
  "bot control": {
    keeps: ["/bot?list=active#active-bots", "/bot?list=history#all-bots", "/bot?edit=31"],
    begins: ["/accounts/connect"],
    ...{ forms: [15, 0], anyScript: ["Seats for Sund"] },
  },
  "bot checklist": { keeps: ["/bot"], forms: [1, 0], anyScript: [] },
  "product question": { keeps: examples, replaces: examples, forms: [0, 1], anyScript: ["content", ""] },
  "analysis result": {
    forms: [0, 0],
    anyScript: [
      ...["A booking page", "Booking", "Sailing school", "Last-minute", "Small business"],
      ...["“turns a good ", "One sentence, ", "Add one number", "Name the schoo", "Say what a fir"],
    ],
  },
  "generate question": { keeps: ["/generate?panel=sidebar"], forms: [0, 2], anyScript: ["topic"] },
  "in place of tweets": {
    keeps: [
      ...["/generate?sample=1", "/generate?panel=login", "/generate?panel=register", "/generate?topic=birds"],
      ...["/generate?topics=all", "/n", "/o", "/z"],
    ],
    begins: ["/generate?job=1", "/generate", "/accounts/connect", "/sample", "/b/1"],
    loads: ["/generate?job=1"],
    ...{ forms: [0, 0], anyScript: ["birds"] },
  },
};

test.each(Object.entries(groups))("%s keep the place and the address that were meant", async (name, parts) => {
  expect(await toldOf(parts)).toEqual(meant[name]);
});
