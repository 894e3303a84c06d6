// What the start says to whoever keeps the server, setting by setting.
import { expect, it, onTestFinished } from "vitest";
import { sayAtStart } from "~/features/doctor/at-start";
import { aboutPrices } from "~/features/doctor/prices";
import { setPrices } from "~/ports/network/call-prices";

const usual = {
  https: false,
  trustProxy: 0,
  images: "on" as const,
  x: { apiKey: "k", apiSecret: "s", apiOrigin: null },
  xPrices: null,
  isClosedByDefault: false,
  dailyPostLimit: 50,
  dailySpendLimit: 5,
  botDailyPosts: 3,
};
const plenty = { freeBytes: 1_000_000_000, isClosed: false };

it("says nothing where there is nothing to say", () => {
  expect(sayAtStart(usual, plenty)).toEqual([]);
  expect(sayAtStart(usual, { ...plenty, freeBytes: null })).toEqual([]);
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
      "No limit (BOT_DAILY_POSTS=0): a bot can post as often as its account can, and each post with a link costs $0.20.",
    ],
  ],
  [{ dailySpendLimit: 0, x: null }, ["No limit (DAILY_SPEND_LIMIT=0): free in the sandbox."]],
])("says which daily limits are off and what that can cost: %j", (change, lines) => {
  expect(sayAtStart({ ...usual, ...change }, plenty)).toEqual(lines);
});

it("says which prices hold where the operator has set them", () => {
  onTestFinished(() => setPrices(null));
  const xPrices = { asOf: "2027-01-15", post: 0.02 };
  setPrices(xPrices);
  expect(sayAtStart({ ...usual, xPrices }, plenty)).toEqual([
    "X_PRICES is set: as of 2027-01-15: post $0.02, post with link $0.20, post read $0.005, upload $0.005, description $0.005, deletion $0.01.",
  ]);
});

it("the doctor warns of prices that are more than 90 days old, with what to set, and says nothing of them in the sandbox", () => {
  onTestFinished(() => setPrices(null));
  const at = (day: string) => aboutPrices({ isFree: false, now: Date.parse(day) });
  expect(at("2027-01-30")).toMatchObject([{ state: "good" }]);
  expect(at("2027-01-31")).toMatchObject([
    { state: "check", copy: expect.stringContaining('X_PRICES={"asOf":"2027-01-31","post":0.015') as unknown },
  ]);
  setPrices({ asOf: "2027-01-15" });
  expect(at("2027-01-31")).toMatchObject([
    { state: "good", message: expect.stringContaining("2027-01-15") as unknown },
  ]);
  expect(aboutPrices({ isFree: true, now: Date.parse("2030-01-01") })).toEqual([]);
});

it("says that a server that was open by default takes nobody else, once somebody is here", () => {
  const byDefault = { ...usual, isClosedByDefault: true };
  expect(sayAtStart(byDefault, { ...plenty, isClosed: true })).toEqual([
    "REGISTRATION is not set and others can reach this server, so no one else can register. Set it to open, or invite people",
  ]);
  expect(sayAtStart(byDefault, plenty)).toEqual([]);
  expect(sayAtStart(usual, { ...plenty, isClosed: true })).toEqual([]);
});

it("says that a disk is full, that a proxy is not named, and that there is too little memory for pictures", () => {
  expect(sayAtStart(usual, { ...plenty, freeBytes: 200_000 })[0]).toContain("the disk of DATA_DIR is full");
  expect(sayAtStart({ ...usual, https: true }, plenty)[0]).toContain("TRUST_PROXY is 0");
  expect(sayAtStart({ ...usual, images: "low_memory" }, plenty)[0]).toContain("images are off");
});
