// The page of /worked as it stands: what each state shows and offers, its words, and what every figure of the sandbox says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import ResultModal from "~/features/results/page/result-modal";
import { type Fetched, toView } from "~/screens/insights/to-view.server";
import { InsightsView } from "~/screens/insights/view";
import { attributes, headings, links, offers, the, words } from "~tests/screens/support/reading";
import { documentOf } from "~tests/support/document";
import { render } from "~tests/ui/render";
import { fetched, now, openedPost, post, reading, sandboxed, insights } from "./fixture";

const page = (of: Fetched, at = "/worked") => render(<InsightsView data={toView(of)} typed={{}} notice={null} />, at);
const modal = (of: Fetched) => {
  const { opened } = toView(of);
  if (!opened) throw new Error("No tweet is opened");
  return render(
    <ResultModal result={opened} closeTo="/worked" sandbox={of.sandbox} notice={null} />,
    "/worked?tweet=7",
  );
};

const off = { level: "off", learn: false, lean: false, threads: false } as const;
const unread = { read: 0, enough: false, posts: [post({ readings: [], rate: null, seen: null })], top: [], bottom: [] };
const rest = { ...insights().costs, restsUntil: now };
const states: Record<string, Fetched> = {
  "with enough of everything": fetched(),
  "of a guest": fetched({ user: null, accounts: [], insights: null }),
  "without an account": fetched({ accounts: [], insights: null }),
  "of another's account": fetched({ insights: null }),
  "before anything was read": fetched({ insights: insights({ ...unread, settings: off }) }),
  "with few posts": fetched({
    insights: insights({
      ...{ read: 12, enough: false, top: [], bottom: [], meanPer1000: null, usualViews: null, pages: 3, page: 2 },
      ...{ costs: rest, withChosen: false, sort: "seen", hours: { ...insights().hours, n: 12, enough: false } },
      posts: [
        post({ rate: null, seen: null }),
        post({ tweetId: 9, deletedAt: now, readings: [], rate: null, seen: null }),
      ],
    }),
  }),
  "of the sandbox": sandboxed(),
};
const opened: Record<string, Fetched> = {
  "read at two ages": fetched({
    opened: openedPost({ readings: [reading(), reading({ slot: "7d", impressions: 2000 })] }),
  }),
  "that was missed at an age": fetched({ opened: openedPost({ missed: ["7d"] }) }),
  "while reading is off": fetched({ opened: openedPost(), insights: insights({ settings: off }) }),
  "no longer there": fetched({
    opened: openedPost({ deletedAt: now, readings: [], rate: null, seen: null, isChosen: true }),
  }),
  "of the sandbox": sandboxed(),
};

/** One's own tweets, and the sample. */
const data = ["/worked?sample=0", "/worked?sample=1"];
/** The ways of the page that every state with figures has. */
const common = [
  ...[
    "/worked/export?account=3",
    ...data,
    "/worked?period=30",
    "/worked?period=90",
    "/worked?age=24h",
    "/worked?age=7d",
  ],
];
const sorts = ["date", "rate", "seen"].map((sort) => `/worked?sort=${sort}`);
const tweets = (...ids: number[]) => ids.map((id) => `/worked?tweet=${id}`);
const choosable = "/worked?chosen=off";
const full = {
  links: [...common, ...tweets(7, 8), choosable, ...tweets(7), ...tweets(8), ...sorts, ...tweets(7, 8)],
  offers: ["worked do=save level=light"],
  current: ["Mine (90)", "30 days", "After 24 hours", "Newest"],
  sums: ["14.2", "669", "90", "$0.11"],
  rows: [2, 2, 4, 2],
};
const spent = ["$0.11", "$0.105", "$0.005", "$0.11", "about $0.40", "$1.00"];

/** What each state leads to, offers, has chosen, and says in figures; how many rows its tables have. */
const shown: Record<keyof typeof states, typeof full> = {
  "with enough of everything": full,
  "of a guest": {
    links: ["/worked?panel=login", "/worked?panel=register"],
    offers: [],
    current: [],
    sums: [],
    rows: [],
  },
  "without an account": {
    links: [...data, "/accounts/connect"],
    offers: [],
    current: ["Mine (0)"],
    sums: [],
    rows: [],
  },
  "of another's account": { links: [], offers: [], current: [], sums: [], rows: [] },
  "before anything was read": {
    links: ["/worked/export?account=3", ...data, "#reading"],
    offers: ["worked do=save level=off"],
    ...{ current: ["Mine (90)"], sums: [], rows: [] },
  },
  "with few posts": {
    links: [...common, "/worked", ...sorts, ...tweets(7, 9), "/worked", "/worked?page=3"],
    offers: ["worked do=save level=light"],
    current: ["Mine (90)", "30 days", "After 24 hours", "Views"],
    sums: ["–", "–", "90", "$0.11"],
    rows: [2, 2],
  },
  "of the sandbox": full,
};

it.each(Object.entries(states))("the page %s leads to, offers and says what it has", async (name, of) => {
  const document = documentOf(await page(of));
  const [sums, costs] = [...document.querySelectorAll("dl")].map((dl) => [...dl.querySelectorAll("dt")]);
  const values = (terms: Element[] = []) => terms.map((term) => words(term.nextElementSibling));
  const hasSums = (shown[name]?.sums.length ?? 0) > 0;
  expect({
    links: links(document),
    offers: offers(document),
    current: [...document.querySelectorAll("nav [aria-current=true]")].map(words),
    sums: hasSums ? values(sums) : [],
    rows: [...document.querySelectorAll("table")].map((table) => table.querySelectorAll("tbody tr").length),
  }).toEqual(shown[name]);
  expect(headings(document)[0]).toBe("Insights");
  const told = values(hasSums ? costs : sums);
  expect(told.map((one, n) => one.includes(spent[n] ?? "?"))).toEqual(
    shown[name]?.offers.length ? spent.map(() => true) : [],
  );
});

it("each level of metrics says what it costs, and is free in the sandbox", async () => {
  const levels = async (of: Fetched) =>
    [...documentOf(await page(of)).querySelectorAll("fieldset label")].map((label) => [
      attributes(label, "input[name=level]", "value")[0],
      words(label).match(/\$\d+\.\d+/g) ?? [],
    ]);
  expect(await levels(fetched())).toEqual([
    ["off", []],
    ["light", ["$0.010", "$0.90"]],
    ["full", ["$0.025", "$2.25", "$0.060", "$0.015"]],
  ]);
  expect(await levels(sandboxed())).toEqual([
    ["off", []],
    ["light", ["$0.010"]],
    ["full", ["$0.025", "$0.015"]],
  ]);
  const settings = { level: "full", learn: true, lean: true, threads: false } as const;
  const chosen = documentOf(await page(fetched({ insights: insights({ settings }) })));
  expect(offers(chosen)).toEqual(["worked do=save level=full learn=on lean=on"]);
});

it("the tweets stand with their rate, its span and how they were seen, and those that are gone without", async () => {
  const rows = async (of: Fetched) => [...documentOf(await page(of)).querySelectorAll("table:last-of-type")].at(-1)!;
  const table = await rows(fetched());
  expect([...table.querySelectorAll("tbody tr")].map(words)).toEqual([
    expect.stringMatching(
      /^What a hive costs in its first year Sat, Nov 14, 13:00 1,204 views, 31 engagements 24\.2 18\.1–31\.2 1\.8×$/,
    ),
    expect.stringMatching(
      /^Coffee, then the changelog\. Sat, Nov 14, 13:00 .*31 engagements You picked the time 24\.2 18\.1–31\.2 0\.4×$/,
    ),
  ]);
  expect(attributes(table, "th[aria-sort]", "aria-sort")).toEqual(["descending"]);
  const few = await rows(states["with few posts"]!);
  expect(words(few.querySelector("th[aria-sort]"))).toMatch(/^Views/);
  expect(words(few)).toMatch(/No longer on X/);
  expect(words(few)).not.toMatch(/24\.2|1\.8×/);
});

it("what is not known is said where it would stand: credits, too few tweets, an account of somebody else", async () => {
  const notes = async (name: string) =>
    [...documentOf(await page(states[name]!)).querySelectorAll(".notice[role=note]")].map(words);
  expect(await notes("with few posts")).toEqual([
    expect.stringContaining("13:00"),
    expect.stringMatching(/^12 of 20 /),
  ]);
  expect(await notes("of another's account")).toHaveLength(1);
  expect(await notes("of a guest")).toEqual([expect.stringContaining("Please login first")]);
  expect(await notes("with enough of everything")).toEqual([]);
  expect(await page(states["with few posts"]!)).toMatch(/12 of 60 .*Page 2 of 3.*16:00/s);
});

const post7 = "https://x.com/roofbees/status/7";
const openedShown: Record<keyof typeof opened, { links: string[]; offers: string[]; ages: string[]; says: RegExp }> = {
  "read at two ages": {
    ...{
      links: [post7],
      offers: ["worked do=read tweetId=7"],
      ages: ["24 hours Sun, Nov 15, 13:00", "7 days Sun, Nov 15, 13:00"],
    },
    says: /24\.2 .*18\.1–31\.2 .*1\.8×.* Views 1,204 2,000 Likes 20 20 Reposts 4 4 Replies 3 3 Quotes 1 1 Bookmarks 3 3 Link clicks (unknown) \1 Profile visits 7 7 .* 61 61 .*\$0\.005/,
  },
  "that was missed at an age": {
    ...{
      links: [post7],
      offers: ["worked do=read tweetId=7"],
      ages: ["24 hours Sun, Nov 15, 13:00", "7 days not fetched in time"],
    },
    says: /Views 1,204 – Likes 20 – .*\$0\.005/,
  },
  "while reading is off": {
    links: [post7],
    offers: [],
    ages: ["24 hours Sun, Nov 15, 13:00"],
    says: /Views 1,204 .* off\./,
  },
  "no longer there": { links: [], offers: [], ages: [], says: /No longer on X.*Picked by you/ },
  "of the sandbox": {
    ...{ links: [post7], offers: ["worked do=read tweetId=7"], ages: ["24 hours Sun, Nov 15, 13:00"] },
    says: /Sample data \(sandbox\) .*\$0\.005.*free in the sandbox/,
  },
};

it.each(Object.entries(opened))("a tweet %s shows what was read of it", async (name, of) => {
  const dialog = the(documentOf(await modal(of)), "dialog");
  const [close, ...others] = links(dialog);
  expect(close).toBe("/worked");
  const ages = [...dialog.querySelectorAll("thead th[scope=col]")].slice(1).map(words);
  expect({ links: others, offers: offers(dialog), ages }).toEqual({
    ...{ links: openedShown[name]?.links, offers: openedShown[name]?.offers, ages: openedShown[name]?.ages },
  });
  expect(words(dialog)).toMatch(openedShown[name]?.says ?? /no row/);
  expect(words(dialog)).toMatch(/Sat, Nov 14, 13:00 in Berlin.*What a hive costs in its first year/);
  expect(attributes(dialog, `a[href="${post7}"]`, "rel")).toEqual(others.map(() => "noreferrer"));
});

const advice = /\bbest (time|hour|day)s?\b|\boptimal|\byou should\b|\bshould post\b/i;

it("no page gives advice, nor calls an hour the best", async () => {
  const pages = await Promise.all([
    ...Object.values(states).map((of) => page(of)),
    ...Object.values(opened).map(modal),
  ]);
  expect(pages).toHaveLength(12);
  expect(pages.filter((html) => advice.test(html))).toEqual([]);
});

it("nor does a sentence that no state of these shows", () => {
  const root = join(import.meta.dirname, "../../../app");
  const files = ["features/results", "screens/insights", "routes/worked"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((text) => advice.test(text))).toEqual([]);
});

it("every picture and every row of the sandbox says that it is invented, and none of X's does", async () => {
  const invented = "Sample data (sandbox)";
  const html = await page(sandboxed());
  const rows = [...html.matchAll(/<li class="rank">.*?<\/li>|<tr><td><p class="rank__words".*?<\/tr>/gs)].map(
    ([row]) => row,
  );
  expect(rows).toHaveLength(4);
  for (const row of rows) expect(row).toContain(invented);
  const titles = [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title);
  expect(titles).toHaveLength(3);
  for (const title of titles) expect(title).toContain(invented);
  const hours = html.slice(html.indexOf(">Hours</h2>"), html.indexOf('<table class="heat">'));
  expect(hours).toContain(invented);
  expect(await modal(sandboxed())).toMatch(/<title>[^<]*Sample data \(sandbox\)/);
  expect(await page(fetched())).not.toContain("Sample data");
});

it("a picture says its finding, and the same figures stand in a table below it", async () => {
  const html = await page(fetched());
  const [svg = ""] = /<svg class="chart[^>]*>.*?<\/svg>/s.exec(html) ?? [];
  expect(svg).toContain('role="img"');
  expect(svg).toContain(
    "<title>Engagements per 1,000 views of 2 tweets from the last 30 days: 4.0 to 24.2. Your average is 14.2. The highest so far is 24.2, “What a hive costs”.</title>",
  );
  const [table = ""] = /<details class="fold">.*?<\/details>/s.exec(html) ?? [];
  for (const figure of ["24.2", "18.1–31.2", "4.0", "1.0–8.0"]) expect(table).toContain(figure);
});

it("nothing is styled in the page, which its policy would refuse", async () => {
  expect((await page(fetched())) + (await modal(opened["read at two ages"]!))).not.toMatch(/ style=/);
});

it("the hours are a table with headings both ways and a number in every cell", async () => {
  const html = await page(fetched());
  const [heat = ""] = /<table class="heat">.*?<\/table>/s.exec(html) ?? [];
  expect(heat.match(/<th scope="col">/g)).toHaveLength(7);
  expect(heat.match(/<th scope="row"/g)).toHaveLength(2);
  const cells = [...heat.matchAll(/<td class="heat-(few|\d)"><span>(\d+)/g)];
  expect(cells).toHaveLength(14);
  for (const [, step, count] of cells) expect(step === "few").toBe(Number(count) < 3);
});

it("links keep what was chosen before, and begin again at the first page", async () => {
  const html = await page(fetched({}, "period=90&page=2"), "/worked?period=90&page=2");
  expect(html).toContain('href="/worked?period=90&amp;age=7d"');
  expect(html).toContain('href="/worked?period=30"');
  expect(html).toContain('href="/worked?period=90&amp;sort=rate"');
  expect(html).toContain('href="/worked?period=90&amp;page=2&amp;tweet=7"');
  expect(html).toContain('href="/worked?period=90&amp;page=2&amp;chosen=off"');
});
