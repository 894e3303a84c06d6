// What the start says to whoever keeps the server, setting by setting.
import { expect, it } from "vitest";
import { sayAtStart } from "~/features/doctor/at-start";

const usual = {
  https: false,
  trustProxy: 0,
  images: "on" as const,
  x: { apiKey: "k", apiSecret: "s", apiOrigin: null },
  dailyPostLimit: 50,
  dailySpendLimit: 5,
  botDailyPosts: 3,
};
const plenty = 1_000_000_000;

it("says nothing where there is nothing to say", () => {
  expect(sayAtStart(usual, plenty)).toEqual([]);
  expect(sayAtStart(usual, null)).toEqual([]);
});

it.each([
  [{ dailySpendLimit: 0 }, ["No limit (DAILY_SPEND_LIMIT=0): one account’s 50 posts with links cost $10.00 a day."]],
  [{ dailyPostLimit: 0 }, ["No limit (DAILY_POST_LIMIT=0): all accounts together cost up to $5.00 a day."]],
  [
    { dailySpendLimit: 0, dailyPostLimit: 0 },
    [
      "No limit (DAILY_SPEND_LIMIT=0): each post with a link costs $0.20, and nothing limits how many are posted.",
      "No limit (DAILY_POST_LIMIT=0): each post with a link costs $0.20.",
    ],
  ],
  [
    { botDailyPosts: 0 },
    [
      "No limit (BOT_DAILY_POSTS=0): a bot may post as often as its account may, and each post with a link costs $0.20.",
    ],
  ],
  [{ dailySpendLimit: 0, x: null }, ["No limit (DAILY_SPEND_LIMIT=0): free in the sandbox."]],
])("says which daily limits are off and what that can cost: %j", (change, lines) => {
  expect(sayAtStart({ ...usual, ...change }, plenty)).toEqual(lines);
});

it("says that a disk is full, that a proxy is not named, and that there is too little memory for pictures", () => {
  expect(sayAtStart(usual, 200_000)[0]).toContain("the disk of DATA_DIR is full");
  expect(sayAtStart({ ...usual, https: true }, plenty)[0]).toContain("TRUST_PROXY is 0");
  expect(sayAtStart({ ...usual, images: "low_memory" }, plenty)[0]).toContain("pictures are off");
});
