// Small parts at their bounds: none, one and many; what is missing; and the end of an hour.
import { expect, test } from "vitest";
import type { Analysis } from "~/features/analysis/analysis.server";
import { buildWeek } from "~/features/timeline/week";
import { SevenDays } from "~/features/timeline/seven-days";
import NightModal from "~/features/users/night-modal";
import { botCard, botFacts, scoreText, shortSummary } from "~/screens/analyse/bot-facts.server";
import HelpModal from "~/screens/frame/help-modal";
import type { ScreenData } from "~/screens/frame/to-view.server";
import { sampleTweets } from "~/screens/generate/sample";
import { render } from "./render";

const help = ({ demoWriter = false, ...change }: Partial<ScreenData>) => {
  const screen = {
    sandbox: false,
    demoWriter,
    writer: demoWriter ? "the demo writer" : "Gemini",
    asksGoogle: !demoWriter,
    contact: null,
    isOperator: false,
    release: null,
    apiEndpoint: "https://l.example",
  };
  return render(<HelpModal screen={{ ...screen, ...change } as ScreenData} closeTo="?" keysHref="?panel=keys" />);
};
const liveHint = "To go live";

test.each([
  ["nobody is named", null, "your Linnet admin"],
  ["an address of mail", "ops@l.example", '<a class="link" href="mailto:ops@l.example">ops@l.example</a>'],
  ["a page", "https://l.example/ask", '<a class="link" href="https://l.example/ask">l.example/ask</a>'],
  ["a page of old", "http://l.example/ask", '<a class="link" href="http://l.example/ask">l.example/ask</a>'],
])("Help says whom to ask where it is %s", async (_who, contact, shown) => {
  expect(await help({ contact })).toContain(shown);
});

test.each([
  ["live", { sandbox: false, demoWriter: false }, [">X<", ">Gemini<"], [liveHint, "X_API_KEY", "GEMINI_API_KEY"]],
  ["the sandbox", { sandbox: true, demoWriter: false }, [liveHint, "X_API_KEY", ">Gemini<"], ["GEMINI_API_KEY"]],
  ["the demo writer", { sandbox: false, demoWriter: true }, [liveHint, "GEMINI_API_KEY", ">X<"], ["X_API_KEY"]],
  ["neither", { sandbox: true, demoWriter: true }, [liveHint, "X_API_KEY", "GEMINI_API_KEY"], [">X<", ">Gemini<"]],
] as const)("Help names what is to be set where the server has %s, and no more", async (_has, change, says, not) => {
  const html = await help(change);
  for (const words of says) expect(html).toContain(words);
  for (const words of not) expect(html).not.toContain(words);
});

test.each([true, false])(
  "Help says beside Gemini's key what Google is asked, demo writer or not: %s",
  async (demoWriter) => {
    expect((await help({ demoWriter })).split("Linnet asks Google not to store prompts.")).toHaveLength(2);
  },
);

test("Help names another model with its place, and says nothing of Google then", async () => {
  const html = await help({ writer: "mistral-small at api.mistral.ai", asksGoogle: false });
  expect(html).toContain(">mistral-small at api.mistral.ai<");
  expect(html).not.toContain("Google");
});

test("Help leads only the operator to the set-up, and names the callback of this server", async () => {
  const operators = await help({ isOperator: true, release: "0.1.0 (36fa796ce986)" });
  for (const words of ['href="/doctor"', "0.1.0 (36fa796ce986)"]) expect(operators).toContain(words);
  for (const words of ["/doctor", ">Linnet<"]) expect(await help({})).not.toContain(words);
  expect(await help({ sandbox: true })).toContain("https://l.example/api/twitter-auth/callback");
});

const nightly = (n: number) =>
  Array.from({ length: n }, (_, id) => ({ id, content: `Words ${id}`, when: "Today, 03:00" }));

test.each([
  [0, "Time zone saved", "Close"],
  [1, "1 tweet would now post at night", "Keep times"],
  [2, "2 tweets would now post at night", "Keep times"],
] as const)("of %i tweets at night the question says so, and asks only where there are some", async (n, title, way) => {
  const html = await render(<NightModal city="Tokyo" tweets={nightly(n)} closeTo="/generate?panel=settings" />);
  expect(html).toContain(title);
  expect(html).toContain(`${way}</span></a>`);
  expect(html).toContain("Tokyo");
  expect(html.includes('value="draw-anew"')).toBe(n > 0);
  expect(html.split("Today, 03:00")).toHaveLength(n + 1);
});

test.each([
  [-2, "16–22 Nov 2026"],
  [-1, "Last week"],
  [0, "This week"],
  [1, "Next week"],
  [2, "16–22 Nov 2026"],
])("the strip calls the week %i %s", async (offset, name) => {
  const week = {
    ...buildWeek({ tasks: [], offset: 0, now: 0, timeZone: "UTC" }),
    offset,
    rangeLabel: "16–22 Nov 2026",
  };
  const html = await render(<SevenDays week={week} aside="@norabuilds" open={false} to="/generate" />);
  expect(html).toContain(`<strong>${name}</strong>@norabuilds`);
  expect(html).toContain(`${name}: nothing yet. Show the week.`);
});

const now = Date.parse("2026-11-19T23:30:00Z");
const viewer = { now, timeZone: "Europe/Berlin" };
const analysis = (change: Partial<Analysis>): Analysis =>
  ({
    id: 4,
    content: "Own words",
    summary: "",
    qualityScore: null,
    status: "completed",
    createdAt: now,
    ...change,
  }) as Analysis;

test("a score has one decimal, also where it is none at all, and no score is no text", () => {
  expect([null, 0, 7, 7.25, 10].map(scoreText)).toEqual([null, "0.0", "7.0", "7.3", "10.0"]);
});

test("an analysis is known by its summary, without one by its own words, and by a hundred signs at most", () => {
  expect(shortSummary(analysis({ summary: "A summary" }))).toBe("A summary");
  expect(shortSummary(analysis({}))).toBe("Own words");
  expect(shortSummary(analysis({ summary: "a".repeat(100) }))).toBe("a".repeat(100));
  const long = shortSummary(analysis({ summary: "a".repeat(101) }));
  expect([long.length <= 101, long.startsWith("aaa"), long.includes("a".repeat(101))]).toEqual([true, true, false]);
});

test("a card of a bot that never was has the day of its person's place, and starts only of a finished analysis", () => {
  const card = botCard(analysis({ qualityScore: 8 }), undefined, viewer);
  expect(card).toMatchObject({ analysisId: "4", href: "/product-analyse?analysis=4", score: "8.0", startable: true });
  expect(card.day).toContain("20");
  expect(card).toMatchObject({
    status: "not_started",
    enabled: false,
    gaveUp: false,
    posts: 0,
    next: null,
    last: null,
  });
  expect(botCard(analysis({ status: "failed" }), undefined, viewer).startable).toBe(false);
});

test("a bot's next and last posts are told apart, on the clock of the person's place", () => {
  const moments = { nextPostAt: now, lastPostAt: Date.parse("2026-11-18T23:00:00Z") };
  const { next, last } = botFacts(moments as Parameters<typeof botFacts>[0], viewer);
  expect(next).toEqual({ text: "Today, 00:30", iso: "2026-11-19T23:30:00.000Z" });
  expect(last?.iso).toBe("2026-11-18T23:00:00.000Z");
  expect(last?.text).toMatch(/^Yesterday, 00:00$/);
});

test("the samples show each state once, at moments that fit it, and cost nothing", () => {
  const drawn = { at: now + 3_600_000, reason: "Because." };
  const tweets = sampleTweets(now, "UTC", drawn);
  expect(tweets.map(({ id, status, when, reason }) => [id, status, when, reason])).toEqual([
    [-1, "pending", null, null],
    [-2, "scheduled", "Tomorrow, 00:30", "Because."],
    [-3, "publishing", "Today, 23:30", null],
    [-4, "published", "Today, 22:40", null],
    [-5, "failed", "Today, 21:30", null],
  ]);
  expect(tweets.map(({ whenIso }) => whenIso?.slice(11, 16) ?? null)).toEqual([
    null,
    "00:30",
    "23:30",
    "22:40",
    "21:30",
  ]);
  expect(tweets.every(({ costUsd, hasLink, postUrl, error }) => !costUsd && !hasLink && !postUrl && !error)).toBe(true);
});
