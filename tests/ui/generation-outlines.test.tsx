// The parts of /generate in every state, as a file says them: `-u` writes the files anew, to be read.
import { expect, test } from "vitest";
import { Composer } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { SearchSuggestions } from "~/features/generation/suggestions";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { Wire } from "~/features/generation/wire";
import type { AccountState } from "~/features/users/account-words";
import { outlines } from "./outline";
import { render, renderBusy } from "./render";

const file = (name: string) => `./outlines/${name}.txt`;

const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const account = { name: "Alice", username: "alice", state: "active" as AccountState };
const composer = (more: Partial<Parameters<typeof Composer>[0]> = {}) => (
  <Composer viewer={viewer} account={account} accountsHref="/generate?panel=sidebar" {...more} />
);

test("the composer is what each asker needs", async () => {
  const kinds = {
    "who may ask": render(composer()),
    "a guest": render(composer({ viewer: { signedIn: false, accounts: 0, hasDefault: false }, account: null })),
    "without an account": render(composer({ viewer: { ...viewer, accounts: 0, hasDefault: false }, account: null })),
    "with a topic and a search": render(composer({ values: { topic: "evenings", webSearch: "on" }, action: "/here" })),
    "with a search turned off": render(composer({ values: { topic: "evenings", webSearch: "off" } })),
    "after a refusal": render(composer({ error: "Please try again." })),
    "with a paused account": render(composer({ account: { ...account, state: "paused" } })),
    "with an account to connect again": render(composer({ account: { ...account, state: "reconnect" } })),
    "on its way": renderBusy(composer(), { intent: "generate" }),
    "on its way, with a search": renderBusy(composer(), { intent: "generate", webSearch: "on" }),
    "while something else is on its way": renderBusy(composer(), { intent: "analyse" }),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("composer"));
});

test("what stands in the place of tweets says so, and where to go on", async () => {
  const ways = { inputHref: "/generate", sampleHref: "/generate?test=1&sample=1", refresh: <p>The refresh</p> };
  const kinds = {
    "waiting, begun now": render(<Waiting elapsed={999} againHref="/generate?job=1" />),
    "waiting, twelve seconds": render(<Waiting elapsed={12_999} againHref="/generate?job=1" />),
    failed: render(<ErrorState error="Generation failed." retryHref="/generate?job=1" />),
    "failed, with a detail": render(<ErrorState error="Failed." retryHref="/generate?job=1" detail="Your text." />),
    "no tweets": render(<NoTweets test={false} {...ways} />),
    "no tweets, tried out": render(<NoTweets test {...ways} />),
    "a guest": render(<LoginNotice signInHref="/generate?panel=login" createHref="/generate?panel=register" />),
    "without an account": render(<ConnectNotice connectHref="/accounts/connect" />),
    "an example to ask for": render(<Example topic="birds" askHref="/generate?topic=birds" sampleHref="/sample" />),
    "an example to see": render(<Example topic="birds" askHref={null} sampleHref="/sample" />),
    "Google's suggestions": render(<SearchSuggestions src="/generate/suggestions/b" />),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("in-place-of-tweets"));
});

test("topics asked for before lead back, one tweet is one, and pages have their ways", async () => {
  const whenIso = "2026-11-19T10:18:00Z";
  const of = (n: number) => ({ href: `/b/${n}`, topic: `topic ${n}`, when: `Today, 10:1${n}`, whenIso, count: n });
  const two = [of(1), of(2)];
  const pages = { newer: "/generate?from=first", older: "/generate?from=b" };
  const kinds = {
    none: render(<RecentBatches batches={[]} />),
    "a few": render(<RecentBatches batches={two} />),
    "a few of many": render(<RecentBatches batches={two} allHref="/generate?topics=all" />),
    "a page of all": render(<RecentBatches batches={two} pages={pages} />),
    "the only page": render(<RecentBatches batches={[of(0)]} pages={{ newer: null, older: null }} />),
    "the last page": render(<RecentBatches batches={two} pages={{ ...pages, older: null }} />),
  };
  await expect(await outlines(kinds)).toMatchFileSnapshot(file("recent-topics"));
});

test("the wire is drawn as its moments lie, and says the same in words", async () => {
  const morning = { now: 618, windowFrom: 858, windowTo: 1098, lands: 997 };
  const quiet = { from: "23:00", to: "07:00" };
  const of = (moments: typeof morning, more: object = {}) =>
    render(<Wire moments={moments} zone={null} quiet={quiet} window="4 to 8 hours" {...more} />);
  const kinds = {
    "in the morning": of(morning),
    "without quiet hours": of(morning, { quiet: null }),
    "of a guest": of(morning, { zone: { name: "UTC" } }),
    "of who may choose a zone": of(morning, { zone: { name: "UTC", chooseHref: "/generate?panel=settings" } }),
    "at five sharp": of({ now: 300, windowFrom: 540, windowTo: 1500, lands: 541 }),
    "before five": of({ now: 299, windowFrom: 539, windowTo: 779, lands: 600 }),
    "in the evening": of({ now: 1200, windowFrom: 1440, windowTo: 1680, lands: 1500 }),
    "late, and landing soon": of({ now: 1380, windowFrom: 1381, windowTo: 1621, lands: 1382 }),
    "landing at the end of the line": of({ now: 600, windowFrom: 1400, windowTo: 1500, lands: 1490 }),
  };
  await expect(await outlines(kinds, { drawn: true })).toMatchFileSnapshot(file("wire"));
});
