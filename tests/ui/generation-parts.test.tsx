// The parts of /generate in every state: what can be sent, where to go on, and what is shown of what was handed in.
import { expect, test } from "vitest";
import { Composer } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { SearchSuggestions } from "~/features/generation/suggestions";
import { ErrorState, NoTweets, Waiting } from "~/features/generation/waiting";
import { ask, documentOf } from "~tests/support/document";
import { directedOf, momentsOf, offersOf, wordsOf } from "~tests/support/offers";
import { render, renderBusy } from "./render";

const pageOf = async (html: Promise<string>): Promise<HTMLElement> => documentOf(await html).body;
const viewer = { signedIn: true, accounts: 1, hasDefault: true };
const guest = { signedIn: false, accounts: 0, hasDefault: false };
const account = { name: "Alice", username: "alice", state: "active" as "active" | "paused" | "reconnect" };
const composer = (more: Partial<Parameters<typeof Composer>[0]> = {}) => (
  <Composer viewer={viewer} account={account} accountsHref="/accounts" {...more} />
);
const empty = { topic: "", parts: "" };

test.each([
  ["who may ask", {}, empty, ["/accounts"], ""],
  ["a guest", { viewer: guest, account: null }, empty, [], ""],
  ["without an account", { viewer: { ...viewer, accounts: 0, hasDefault: false }, account: null }, empty, [], ""],
  ["without a default", { viewer: { ...viewer, hasDefault: false } }, empty, ["/accounts"], ""],
  [
    "with a search",
    { values: { topic: "eve", webSearch: "on" } },
    { topic: "eve", webSearch: "on", parts: "" },
    ["/accounts"],
    "",
  ],
  ["with no search", { values: { topic: "eve", webSearch: "off" } }, { topic: "eve", parts: "" }, ["/accounts"], ""],
  ["of a thread", { values: { topic: "eve", parts: "7" } }, { topic: "eve", parts: "7" }, ["/accounts"], ""],
  ["with a voice", { hasVoice: true }, empty, ["/settings/voice", "/accounts"], ""],
  ["with no voice yet", { hasVoice: false }, empty, ["/settings/voice", "/accounts"], ""],
  ["with a paused account", { account: { ...account, state: "paused" as const } }, empty, ["/accounts"], "Paused"],
  [
    "with an account to connect again",
    { account: { ...account, state: "reconnect" as const } },
    empty,
    ["/accounts/connect", "/accounts"],
    "Reconnect",
  ],
])("the composer sends what was asked for, and says as whom: %s", async (_, more, fields, links, pill) => {
  const page = await pageOf(render(composer(more)));
  const offers = offersOf(page);
  expect(offers).toEqual({ sends: { generate: fields }, off: [], busy: [], links });
  expect(page.querySelector("form")?.getAttribute("aria-busy")).toBe("false");
  const said = wordsOf(page);
  expect(said.includes("@alice")).toBe(!("account" in more) || more.account !== null);
  expect([/\b(Paused|Reconnect)\b/.exec(said)?.[0] ?? ""]).toEqual([pill]);
  const asked = ask(page.ownerDocument);
  expect(asked.queryAllByRole("alert")).toEqual([]);
  const parts = [...asked.getByRole("combobox").querySelectorAll("option")].map(({ value }) => value);
  expect(parts).toEqual(["", "3", "4", "5", "6", "7", "8", "9", "10"]);
  const [topic] = asked.getAllByRole("textbox");
  expect(["name", "dir", "autocomplete"].map((name) => topic?.getAttribute(name))).toEqual(["topic", "auto", "off"]);
});

test("the composer posts to where it is told, and a refused topic says why", async () => {
  const [here, there] = [await pageOf(render(composer())), await pageOf(render(composer({ action: "/here" })))];
  expect([here, there].map((page) => page.querySelector("form")?.getAttribute("action"))).toEqual(["/", "/here"]);
  const asked = ask(await render(composer({ error: "Please try again." })));
  expect(asked.getByRole("textbox", { description: /Please try again\./ }).getAttribute("aria-invalid")).toBe("true");
});

test("the composer's button turns while it is on its way, and says whether the web is searched", async () => {
  const during = async (fields: Record<string, string>) => {
    const page = await pageOf(renderBusy(composer(), fields));
    const button = wordsOf(page.querySelector("button")!);
    return [offersOf(page).busy, page.querySelector("form")?.getAttribute("aria-busy"), button];
  };
  expect(await during({ intent: "generate" })).toEqual([["generate"], "true", "Creating..."]);
  expect(await during({ intent: "generate", webSearch: "on" })).toEqual([
    ["generate"],
    "true",
    "Searching & Creating...",
  ]);
  expect(await during({ intent: "analyse" })).toEqual([[], "false", "Create Twitter Content"]);
});

const ways = { inputHref: "/generate", sampleHref: "/sample", refresh: <p>The refresh</p> };

test.each([
  [
    "waiting",
    <Waiting elapsed={999} againHref="/again" />,
    ["/again"],
    "AI is generating your tweets... This usually takes 10-30 seconds 0 s",
  ],
  ["waiting for a thread", <Waiting elapsed={12_999} isThread againHref="/again" />, ["/again"], "12 s"],
  ["failed", <ErrorState error="Generation failed." retryHref="/again" />, ["/again"], "Generation failed."],
  [
    "failed with a detail",
    <ErrorState error="No." retryHref="/again" detail="Your text." />,
    ["/again"],
    "No. Your text.",
  ],
  ["none", <NoTweets test={false} {...ways} />, ["/generate"], "The refresh"],
  [
    "none, tried out",
    <NoTweets test {...ways} />,
    ["/sample"],
    "No Generated Content Waiting for AI to generate tweets... Show sample tweets The refresh",
  ],
  [
    "a guest",
    <LoginNotice signInHref="/in" createHref="/new" />,
    ["/in", "/new"],
    "Please login first to generate tweets",
  ],
  ["no account", <ConnectNotice connectHref="/connect" />, ["/connect"], "请先绑定Twitter账户才能生成推文"],
  ["an example to ask for", <Example topic="birds" askHref="/ask" sampleHref="/sample" />, ["/ask"], "birds"],
  ["an example to see", <Example topic="birds" askHref={null} sampleHref="/sample" />, ["/sample"], "birds"],
])("what stands in the place of tweets says so, and where to go on: %s", async (_, part, links, said) => {
  const page = await pageOf(render(part));
  expect(offersOf(page)).toEqual({ sends: {}, off: [], busy: [], links });
  expect(wordsOf(page)).toContain(said);
});

test("the wait is a timer beside a progress and as many blank tweets as are to come; an error interrupts", async () => {
  for (const [isThread, blank] of [
    [false, 3],
    [true, 1],
  ] as const) {
    const page = await pageOf(render(<Waiting elapsed={0} isThread={isThread} againHref="/again" />));
    const asked = ask(page.ownerDocument);
    expect(asked.getByRole("timer").textContent).toContain("0");
    expect(asked.getByRole("progressbar").hasAttribute("aria-label")).toBe(true);
    expect(page.querySelectorAll("ul[aria-hidden=true] > li")).toHaveLength(blank);
  }
  const wait = async (isThread: boolean) =>
    wordsOf(await pageOf(render(<Waiting elapsed={0} isThread={isThread} againHref="/again" />)));
  expect(await wait(true)).not.toBe(await wait(false));
  const roles = { alert: <ErrorState error="No." retryHref="/a" />, note: <ConnectNotice connectHref="/c" /> };
  for (const [role, part] of Object.entries(roles)) expect(ask(await render(part)).getAllByRole(role)).toHaveLength(1);
  const chinese = (await pageOf(render(<ConnectNotice connectHref="/c" />))).querySelectorAll("[lang]");
  expect([...chinese].map((one) => one.getAttribute("lang"))).toEqual(["en", "zh"]);
});

test("Google's suggestions stand in a frame that has a name and may open windows, and nothing else", async () => {
  const [frame] = (await pageOf(render(<SearchSuggestions src="/s" />))).querySelectorAll("iframe");
  const said = Object.fromEntries(["src", "sandbox", "loading"].map((name) => [name, frame?.getAttribute(name)]));
  const sandbox = "allow-popups allow-popups-to-escape-sandbox";
  expect(said).toEqual({ src: "/s", sandbox, loading: "lazy" });
  expect(frame?.title).not.toBe("");
});

const whenIso = "2026-11-19T10:18:00Z";
const topicOf = (n: number, more: object = {}) => ({
  href: `/b/${n}`,
  topic: `topic ${n}`,
  when: `Today, 11:5${n}`,
  whenIso,
  count: n,
  ...more,
});
const two = [topicOf(1), topicOf(2)];

test.each([
  ["a few", { batches: two }, ["/b/1", "/b/2"]],
  ["a few of many", { batches: two, allHref: "/all" }, ["/all", "/b/1", "/b/2"]],
  ["a page of all", { batches: two, pages: { newer: "/n", older: "/o" } }, ["/b/1", "/b/2", "/n", "/o"]],
  ["the only page", { batches: [topicOf(0)], pages: { newer: null, older: null } }, ["/b/0"]],
  ["the last page", { batches: two, pages: { newer: "/n", older: null } }, ["/b/1", "/b/2", "/n"]],
])("topics that were asked for lead back to their tweets: %s", async (_, of, links) => {
  const page = await pageOf(render(<RecentBatches {...of} />));
  expect(offersOf(page)).toEqual({ sends: {}, off: [], busy: [], links });
  expect(directedOf(page)).toEqual(of.batches.map(({ topic }) => topic));
  expect(momentsOf(page)).toEqual(of.batches.map(() => whenIso));
  for (const [n, item] of ask(page.ownerDocument).getAllByRole("listitem").entries()) {
    const { when, count } = of.batches[n]!;
    expect(wordsOf(item)).toMatch(new RegExp(`^topic ${count} .*\\b${count}\\b.* ${when}$`));
  }
  const isPage = "pages" in of && (of.pages.newer !== null || of.pages.older !== null);
  expect(page.querySelectorAll("nav")).toHaveLength(isPage ? 1 : 0);
});

test("a topic that became a thread says of how many parts, and no topics are no list", async () => {
  const said = async (more: object) => wordsOf(await pageOf(render(<RecentBatches batches={[topicOf(1, more)]} />)));
  expect(await said({ parts: 7 })).toMatch(/\b7\b/);
  const beside = await said({ parts: 7, count: 3 });
  expect([/\b3\b/.test(beside), /\b7\b/.test(beside)]).toEqual([true, false]);
  expect(await render(<RecentBatches batches={[]} />)).toBe("");
});
