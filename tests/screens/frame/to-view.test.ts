// What stands round every page, made of made-up facts: no database, no clock.
import { expect, it } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { type Fetched, toView } from "~/screens/frame/to-view.server";

const now = Date.parse("2026-11-18T12:00:00Z");
const fetched: Fetched = {
  user: { id: "7", email: "alice@linnet.example", timezone: "Europe/Berlin" } as Fetched["user"],
  accounts: [{ username: "alice" }] as Fetched["accounts"],
  accountsFault: null,
  unsent: "3",
  now,
  timeZone: "Europe/Berlin",
  query: new URLSearchParams(),
  next: null,
  attention: null,
  atNight: [],
  browserZone: null,
  theme: "system",
  language: "en",
  sandbox: true,
  demoWriter: true,
  writer: "the demo writer",
  asksGoogle: false,
  registrationOpen: true,
  sendsMail: false,
  hasPasskeys: false,
  apiEndpoint: "http://localhost:3000",
  isOperator: false,
  release: null,
  contact: null,
  timezones: [],
  flash: null,
};
const quiet = { failed: 0, needsConfirmation: 0, proposals: 0, reconnect: 0, blocked: 0, first: null };
const attentionOf = (attention: Partial<Fetched["attention"]>) =>
  toView({ ...fetched, attention: { ...quiet, ...attention } }).attention;

it("the next tweet is told on the person's own clock and opens in its week", () => {
  const next = { id: 4, at: now + days(7), content: "Herons stand still." };
  expect(toView({ ...fetched, next }).nextTweet).toEqual({
    when: "Wed, Nov 25, 13:00",
    words: "Herons stand still.…",
    href: "/timeline?week=1&tweet=4",
  });
  expect(toView({ ...fetched, next: { ...next, at: now } }).nextTweet).toMatchObject({
    when: "today, 13:00",
    href: "/timeline?tweet=4",
  });
});

it("what waits leads to its tweet, unless an account must be put in order first", () => {
  expect(attentionOf({})).toBeNull();
  expect(attentionOf({ proposals: 1 })).toMatchObject({ tweetHref: null, elsewhere: "bots" });
  const failed = { failed: 1, first: { tweetId: 9, placedAt: now - days(7) } };
  expect(attentionOf(failed)).toEqual({ text: "1 tweet failed.", tweetHref: "/timeline?week=-1&tweet=9" });
  expect(attentionOf({ ...failed, reconnect: 1 })).toMatchObject({ tweetHref: null, elsewhere: "connect" });
  expect(attentionOf({ ...failed, reconnect: 1, blocked: 1 })).toMatchObject({ elsewhere: "accounts" });
});

it("the address is believed for no connection that the person has not", () => {
  const linkedBy = (query: string) => toView({ ...fetched, query: new URLSearchParams(query) }).linked;
  expect(linkedBy("")).toBeNull();
  expect(linkedBy("twitter_connected=true&username=alice")).toEqual({ ok: true, text: "@alice is connected" });
  expect(linkedBy("twitter_connected=true&username=mallory")).toEqual({ ok: true, text: null });
  expect(linkedBy("twitter_error=made_up")).toEqual(linkedBy("twitter_error=refused"));
  const limited = (until: number | string) => linkedBy(`twitter_error=limited&until=${until}`)?.text;
  expect(limited(now + minutes(7))).toMatch(/Try again today, \d\d:\d\d/);
  for (const made of [now, now + hours(26), "soon", ""]) expect(limited(made)).toMatch(/Try again later/);
});
