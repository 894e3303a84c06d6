// The page of /worked as it stands: its outline in each state, its words, and what every figure of the sandbox says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import ResultModal from "~/features/results/page/result-modal";
import { type Fetched, toView } from "~/screens/worked/to-view.server";
import { WorkedView } from "~/screens/worked/view";
import { outline } from "~tests/ui/outline";
import { render } from "~tests/ui/render";
import { fetched, now, openedPost, post, reading, sandboxed, worked } from "./fixture";

const page = (of: Fetched, at = "/worked") => render(<WorkedView data={toView(of)} typed={{}} notice={null} />, at);
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
const rest = { ...worked().costs, restsUntil: now };
const states: Record<string, Fetched> = {
  "with enough of everything": fetched(),
  "of a guest": fetched({ user: null, accounts: [], worked: null }),
  "without an account": fetched({ accounts: [], worked: null }),
  "of another's account": fetched({ worked: null }),
  "before anything was read": fetched({ worked: worked({ ...unread, settings: off }) }),
  "with few posts": fetched({
    worked: worked({
      ...{ read: 12, enough: false, top: [], bottom: [], meanPer1000: null, usualViews: null, pages: 3, page: 2 },
      ...{ costs: rest, withChosen: false, sort: "seen", hours: { ...worked().hours, n: 12, enough: false } },
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
  "while reading is off": fetched({ opened: openedPost(), worked: worked({ settings: off }) }),
  "no longer there": fetched({
    opened: openedPost({ deletedAt: now, readings: [], rate: null, seen: null, isChosen: true }),
  }),
  "of the sandbox": sandboxed(),
};

it("the page and its window are as they were read through", async () => {
  const shots: string[] = [];
  for (const [name, of] of Object.entries(states)) shots.push(`## The page ${name}\n\n${outline(await page(of))}\n`);
  for (const [name, of] of Object.entries(opened)) shots.push(`## A tweet ${name}\n\n${outline(await modal(of))}\n`);
  await expect(shots.join("\n")).toMatchFileSnapshot("../outlines/worked.txt");
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
  const files = ["features/results", "screens/worked", "routes/worked"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, folder, file), "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((text) => advice.test(text))).toEqual([]);
});

it("every picture and every row of the sandbox says that it is invented, and none of X's does", async () => {
  const invented = "Invented by the sandbox";
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
  expect(await modal(sandboxed())).toMatch(/<title>[^<]*Invented by the sandbox/);
  expect(await page(fetched())).not.toContain("Invented");
});

it("a picture says its finding, and the same figures stand in a table below it", async () => {
  const html = await page(fetched());
  const [svg = ""] = /<svg class="chart[^>]*>.*?<\/svg>/s.exec(html) ?? [];
  expect(svg).toContain('role="img"');
  expect(svg).toContain(
    "<title>Reactions per 1,000 views of 2 tweets of the last 30 days: 4.0 to 24.2. Your mean is 14.2. The highest so far is 24.2, “What a hive costs”.</title>",
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
  const cells = [...heat.matchAll(/<td class="heat-(few|\d)">(\d+)/g)];
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
