// What was read of one invented account's posts, as the feature hands it to the screen; each test changes what it is about.
import type { Cell } from "~/features/results/hours";
import type { Reading } from "~/features/results/result";
import type { OpenedPost, Insights, InsightsPost } from "~/features/results/insights";
import { days, hours } from "~/ground/time/duration";
import type { Fetched } from "~/screens/insights/to-view.server";

export const now = Date.UTC(2026, 10, 24, 12);
export const timeZone = "Europe/Berlin";

export const reading = (change: Partial<Reading> = {}): Reading => ({
  ...{ slot: "24h", at: now - days(9), source: "x" },
  ...{ likes: 20, reposts: 4, replies: 3, quotes: 1, bookmarks: 3, impressions: 1204 },
  ...{ linkClicks: null, profileClicks: 7, engagements: 61 },
  ...change,
});

export const post = (change: Partial<InsightsPost> = {}): InsightsPost => ({
  tweetId: 7,
  text: "What a hive costs in its first year",
  publishedAt: now - days(10),
  postUrl: "https://x.com/roofbees/status/7",
  deletedAt: null,
  isChosen: false,
  readings: [reading()],
  missed: [],
  rate: { rate: 0.0242, low: 0.0181, high: 0.0312 },
  seen: 1.8,
  ...change,
});

export const openedPost = (change: Partial<OpenedPost> = {}): OpenedPost => ({ ...post(change), read: 60, ...change });

const none: Cell = { n: 0, estimate: 0, named: false };
export const cells = (length: number, change: Record<number, Cell> = {}): Cell[] =>
  Array.from({ length }, (_, index) => change[index] ?? none);

/** 60 posts, all read: enough for everything. */
export const insights = (change: Partial<Insights> = {}): Insights => ({
  ...{ accountId: 3, username: "roofbees", timeZone, source: "x" },
  settings: { level: "light", learn: false, lean: false, threads: false },
  costs: {
    perTweet: { off: 0, light: 0.01, full: 0.025 },
    perMonth: { off: 0, light: 0.9, full: 2.25 },
    spentThisMonth: 0.11,
    spentByAccount: [{ username: "roofbees", usd: 0.11 }],
    spentByLevel: [
      { level: "light", usd: 0.105 },
      { level: "hand", usd: 0.005 },
    ],
    restOfMonth: 0.4,
    dailyReadLimit: 1,
    restsUntil: null,
    postsOfMonth: 90,
  },
  onChoosing: { off: 0, light: 0, full: 0.06 },
  ...{ period: 30, slot: "24h", sort: "date", published: 90, read: 60, enough: true },
  ...{ meanPer1000: 14.2, usualViews: 669 },
  posts: [post(), post({ tweetId: 8, text: "Coffee, then the changelog.", seen: 0.4, isChosen: true })],
  ...{ page: 1, pages: 1 },
  top: [post()],
  bottom: [post({ tweetId: 8, text: "Coffee, then the changelog.", rate: { rate: 0.004, low: 0.001, high: 0.008 } })],
  rated: [
    {
      tweetId: 8,
      words: "Coffee, then the changelog.",
      publishedAt: now - days(20),
      rate: 0.004,
      low: 0.001,
      high: 0.008,
    },
    { tweetId: 7, words: "What a hive costs", publishedAt: now - days(10), rate: 0.0242, low: 0.0181, high: 0.0312 },
  ],
  hours: {
    ...{ n: 60, enough: true },
    slots: cells(12, { 4: { n: 20, estimate: -0.2, named: false }, 9: { n: 40, estimate: 0.42, named: true } }),
    weekdays: cells(7, { 0: { n: 30, estimate: 0.1, named: false }, 1: { n: 30, estimate: 0, named: false } }),
    counts: Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 12 }, (_, slot) => (day > 1 ? 0 : slot === 4 ? 18 : slot === 9 ? 2 + day : 0)),
    ),
  },
  withChosen: true,
  nextReadingAt: now + hours(3),
  ...change,
});

const user = { id: "u1", email: "nora@linnet.example", timezone: timeZone } as unknown as Fetched["user"];

export const fetched = (change: Partial<Fetched> = {}, search = ""): Fetched => ({
  ...{ user, accountsFault: null, now, timeZone, query: new URLSearchParams(search) },
  accounts: [{ id: 3, networkUserId: "33", username: "roofbees" }] as unknown as Fetched["accounts"],
  ...{ sandbox: false, writer: "Gemini", slot: "24h", opened: null },
  insights: insights(),
  ...change,
});

const nothing = { off: 0, light: 0, full: 0 };
/** The same of the sandbox: every figure is invented. */
export const sandboxed = (): Fetched => {
  const invented = <T extends InsightsPost>(one: T): T => ({
    ...one,
    readings: one.readings.map((of) => ({ ...of, source: "sandbox" as const })),
  });
  const { posts, top, bottom } = insights();
  return fetched({
    sandbox: true,
    opened: invented(openedPost()),
    insights: insights({
      source: "sandbox",
      costs: { ...insights().costs, perTweet: nothing, perMonth: nothing },
      onChoosing: nothing,
      posts: posts.map(invented),
      top: top.map(invented),
      bottom: bottom.map(invented),
    }),
  });
};
