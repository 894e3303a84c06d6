// Moments that lean: what is kept, what is told, and that each draw of one tweet's moment goes by its own account's weights.
import { describe, expect, it } from "vitest";
import { inTransaction } from "~db/database.server";
import { days, hours, minutes } from "~/ground/time/duration";
import { isWeights, toLeaning, weightsIn } from "~/features/moments/leaning";
import { drawMoment, type MomentInput } from "~/features/moments/moment";
import { addToTimeline, rescheduleAtNight } from "~/features/scheduling/scheduling.server";
import { pauseAccount, publishDue, resumeAccount } from "~/features/publishing/publishing.server";
import { readWeights, setLeaning } from "~/features/moments/leaning.server";
import { account, alice, app, ask, other, read, setStage } from "../publishing/stage";

const alike = Array.from({ length: 12 }, () => 1);
/** Twice as likely in these slots, half as likely in the others. */
const towards = (...slots: number[]) => alike.map((_, slot) => (slots.includes(slot) ? 2 : 0.5));

describe("what is told of a moment that leans", () => {
  const morning = Date.UTC(2026, 10, 19, 9, 10);
  const told = (weights: number[] | null, change: Partial<MomentInput> = {}) =>
    drawMoment({
      now: morning,
      timeZone: "Europe/Berlin",
      window: { fromMs: hours(4), toMs: hours(8) },
      quietHours: { from: 23, to: 7 },
      random: () => 0.5,
      weights,
      ...change,
    }).reason;
  const between = "Picked at random between 14:10 and 18:10, Berlin time";

  it.each([
    { from: "the last slots", weights: towards(8, 9), words: `${between}, a little more likely from 16:00.` },
    { from: "the first", weights: towards(7), words: `${between}, a little more likely until 16:00.` },
    { from: "one in the middle", weights: towards(8), words: `${between}, a little more likely from 16:00 to 18:00.` },
    { from: "two apart, the larger", weights: towards(7, 9), words: `${between}, a little more likely until 16:00.` },
    {
      from: "all that is above average and touches the likeliest",
      weights: [...alike.slice(0, 8), 2, 1.9, 1, 1],
      words: `${between}, a little more likely from 16:00.`,
    },
    { from: "none in the window", weights: towards(3, 4, 10), words: `${between}.` },
    { from: "all that are in the window", weights: towards(7, 8, 9), words: `${between}.` },
    { from: "none at all", weights: null, words: `${between}.` },
  ])("names $from", ({ weights, words }) => {
    expect(told(weights)).toBe(words);
  });

  it("names the hours with what it says of quiet ones", () => {
    expect(told(towards(4), { now: morning + hours(9) })).toBe(
      "Picked at random after your quiet hours, between Fri, Nov 20, 07:00 and 11:00, Berlin time, a little more likely from 08:00 to 10:00.",
    );
    expect(told(towards(8), { quietHours: { from: 15, to: 16 } })).toBe(
      `${between}, outside your quiet hours, a little more likely from 16:00 to 18:00.`,
    );
  });

  it("names the hours without a day where the window has them more than once", () => {
    expect(told(towards(9), { window: { fromMs: hours(4), toMs: days(2) } })).toBe(
      "Picked at random between Thu, Nov 19, 14:10 and Sat, Nov 21, 10:10, Berlin time, outside your quiet hours, a little more likely from 18:00 to 20:00.",
    );
  });
});

describe("what is kept", () => {
  it("is what was given, and what can't have been given is no weights", () => {
    const weights = towards(3);
    expect(weightsIn(toLeaning(weights))).toEqual(weights);
    const wrong = [
      null,
      "",
      "{",
      "null",
      "[]",
      '{"weights":[1,2]}',
      toLeaning([...alike.slice(1), 2.1]),
      '{"weights":"x"}',
    ];
    expect(wrong.map(weightsIn)).toEqual(wrong.map(() => null));
    expect([alike, alike.slice(1), [...alike.slice(1), 0.4], [...alike.slice(1), NaN], null].map(isWeights)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("an account that leans", () => {
  setStage();
  const keep = (id: number, weights: number[] | null) => inTransaction(app.db, (trx) => setLeaning(trx, id, weights));
  /** In UTC at the stage's beginning, 10:18, a window reaches from 14:18 to 18:18. */
  const likely = ", a little more likely from 16:00 to 18:00.";

  it("keeps its weights until they are taken back, and no other account has them", async () => {
    await keep(account.id, towards(8));
    expect(await readWeights(app.db, account.id)).toEqual(towards(8));
    expect(await readWeights(app.db, other.id)).toBeNull();
    await expect(keep(account.id, [1, 2])).rejects.toThrow("No weights: [1,2]");
    await keep(account.id, null);
    expect(await readWeights(app.db, account.id)).toBeNull();
  });

  it("draws by its own weights when a tweet is added, and the tweets of another account are drawn as ever", async () => {
    await keep(account.id, towards(8));
    expect((await addToTimeline(app, { ...ask(0), timeZone: "UTC" })).reason).toContain(likely);
    const asOther = { ...ask(1), account: other.networkUserId, timeZone: "UTC" };
    expect((await addToTimeline(app, asOther)).reason).toBe("Picked at random between 14:18 and 18:18 UTC.");
    await app.db.updateTable("tweets").set({ account_id: account.id }).where("account_id", "=", other.id).execute();
  });

  it("draws by them when a pause is over", async () => {
    await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
    await pauseAccount(app, alice.user.id, account.networkUserId);
    await keep(account.id, towards(8));
    app.clock.advance(days(1));
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect((await read(0)).momentReason).toContain(likely);
  });

  it("draws by them when its person has moved", async () => {
    await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
    await keep(account.id, towards(3));
    // There it is 23:18 when the window begins, and it slides behind the night.
    expect(await rescheduleAtNight(app, alice.user.id, "Asia/Tokyo")).toBe(1);
    expect((await read(0)).momentReason).toMatch(/, Tokyo time, a little more likely until 08:00\.$/);
  });

  it("draws by them when a tweet fell due while nothing could be sent", async () => {
    const { executeAt } = await addToTimeline(app, { ...ask(0), timeZone: "UTC" });
    const due = app.clock.now() + days(1);
    await keep(account.id, towards(8));
    expect(due - executeAt).toBeGreaterThan(minutes(15));
    app.clock.set(due);
    await (
      await publishDue(app)
    ).done;
    expect((await read(0)).momentReason).toContain(likely);
  });
});
