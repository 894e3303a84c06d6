// The tweet card: what can be pressed in each state, and what is said before it is pressed.
import { expect, test } from "vitest";
import { batchCostText, costText, inSentence, type TweetView } from "~/features/tweets/tweet";
import { TweetCard } from "~/features/tweets/tweet-card";
import { render } from "./render";
import { tweet } from "./tweet";

const card = (change: Partial<TweetView> = {}, more: { sandbox?: boolean; busy?: string } = {}) =>
  render(<TweetCard tweet={tweet(change)} sandbox={more.sandbox ?? false} busy={more.busy} />);

/** The words of the buttons that can be pressed. */
const pressable = (html: string): string[] =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)]
    .filter(([, attributes]) => !attributes?.includes("disabled"))
    .map(([, , inner]) => inner?.replace(/<[^>]+>/g, "") ?? "");

test("a pending tweet can be posted or added to the timeline, by plain forms", async () => {
  const html = await card();
  expect(pressable(html)).toEqual(["Post Now", "Add to Timeline"]);
  expect(html.match(/<form method="post">/g)).toHaveLength(2);
  expect(html).toContain('name="intent" value="post-now"');
  expect(html).toContain('name="intent" value="add-to-timeline"');
  expect(html).toContain('name="tweetId" value="7"');
  expect(html).toContain("Not posted yet.");
});

test("a scheduled tweet says when and how that was chosen, and can only be unscheduled", async () => {
  const html = await card({
    status: "scheduled",
    when: "Today, 20:42",
    whenIso: "2026-11-19T19:42:00.000Z",
    reason: "Picked at random between 18:18 and 22:18, Berlin time.",
  });
  expect(pressable(html)).toEqual(["Unschedule"]);
  expect(html).toContain('name="intent" value="take-off"');
  expect(html).toMatch(/<time dateTime="2026-11-19T19:42:00.000Z">Today, 20:42<\/time>/i);
  expect(html).toContain("Picked at random between 18:18 and 22:18, Berlin time.");
});

test("nothing can be pressed while a tweet is on its way", async () => {
  const html = await card({ status: "publishing" });
  expect(pressable(html)).toEqual([]);
  expect(html).toMatch(/<progress[^>]*aria-label="Publishing"/);
});

test("a lost answer that only a person can settle asks that person", async () => {
  const html = await card({ status: "publishing", needsConfirmation: true });
  expect(pressable(html)).toEqual(["Yes, it’s posted", "No, it isn’t"]);
  expect(html).toContain('name="published" value="true"');
  expect(html).not.toContain("<progress");
});

test("a published tweet leads to where it can be read", async () => {
  const published = { status: "published", when: "Today, 14:06", postUrl: "https://x.com/alice/status/1" } as const;
  const html = await card(published);
  expect(pressable(html)).toEqual([]);
  expect(html).toMatch(/href="https:\/\/x\.com\/alice\/status\/1"[^>]*>View on X/);
  expect(html).toContain("today, 14:06");
  expect(await card(published, { sandbox: true })).toContain("View in the sandbox");
});

test("a failed tweet says why, or names the rate limit, and can be posted again", async () => {
  const html = await card({ status: "failed" });
  expect(pressable(html)).toEqual(["Retry"]);
  expect(html).toContain("Publishing failed");
  expect(html).toContain("rate limit");
  expect(await card({ status: "failed", error: "X refused it: duplicate content." })).toContain("duplicate content.");
});

test("a tweet that is too long says how much to lose, and can't be posted", async () => {
  const html = await card({ weightedLength: 291 });
  expect(pressable(html)).toEqual([]);
  // Counted by other rules when it was sent.
  expect(pressable(await card({ weightedLength: 291, status: "failed" }))).toEqual([]);
  expect(html).toContain("11 over the limit.");
  expect(html).toContain("weight--over");
  expect(await card({ weightedLength: 260 })).toContain("weight--near");
  expect(await card({ weightedLength: 259 })).not.toContain("weight--near");
});

test("while one button is on its way it turns, and the other waits", async () => {
  const html = await card({}, { busy: "add-to-timeline" });
  expect(html).toMatch(/<button[^>]*aria-busy="true"[^>]*>.*?Add to Timeline/);
  expect(pressable(html)).toEqual(["Add to Timeline"]);
});

test("the words are text, never markup, and sources are only ever pages", async () => {
  const html = await card({
    content: "<img src=x onerror=alert(1)>",
    sources: [
      { title: "A page", url: "https://example.org/a" },
      { title: "A trap", url: "javascript:alert(1)" },
    ],
  });
  expect(html).not.toContain("<img");
  expect(html).toContain("1 source<");
  expect(html).not.toContain("javascript:");
});

test("words that are still on their way have a placeholder", async () => {
  expect(await card({ content: "" })).toContain("Tweet #7 (Loading content...)");
});

test("what a tweet costs is told with its reason, and not at all where it isn't known", () => {
  expect(costText({ costUsd: 0.015, hasLink: false })).toBe("$0.015");
  expect(costText({ costUsd: 0.2, hasLink: true })).toBe("$0.20 with link");
  expect(costText({ costUsd: null, hasLink: true })).toBeNull();
});

test("what a batch costs is summed, and free in the sandbox", () => {
  const batch = [tweet(), tweet(), tweet({ costUsd: 0.2 })];
  expect(batchCostText(batch, false)).toBe("All 3: about $0.23 on X.");
  expect(batchCostText(batch, true)).toContain("free in the sandbox");
  expect(batchCostText([tweet({ costUsd: null })], true)).toBeNull();
});

test("only the days that are words are written small within a sentence", () => {
  expect(inSentence("Today, 14:06")).toBe("today, 14:06");
  expect(inSentence("Tomorrow, 14:06")).toBe("tomorrow, 14:06");
  expect(inSentence("Yesterday, 14:06")).toBe("yesterday, 14:06");
  expect(inSentence("Thu, Nov 19, 14:06")).toBe("Thu, Nov 19, 14:06");
});
