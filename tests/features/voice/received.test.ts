// What was received well and less: which posts go to the writer, by whose switch, and that nothing but words does.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { joinShown, listExamples, readShown } from "~/features/tweets/learned.server";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { editTweet, unlink } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { firstWords } from "~/features/tweets/text.server";
import { insertTweet } from "~/features/tweets/tweets.server";
import { voiceSchema } from "~/features/voice/schema.server";
import { authorForWriter, saveVoice } from "~/features/voice/voice.server";
import { validate } from "~/http/api/validate.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { learnOn, post } from "./posts";

let app: TestApp;
let alice: Person;
let bob: Person;
let other: Account;
let account: Account;
let bobs: Account;
beforeEach(async () => {
  app = await createTestApp();
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
  bobs = await linkAccount(app, bob, "bobs_perch");
});
afterEach(() => app?.close());

const examplesOf = async (of = account, person = alice, received?: boolean) => {
  // The demo writer is shown nothing.
  const live = { ...app, ai: { ...app.ai, kind: "gemini" as const } };
  const whose = { userId: person.user.id, accountId: of.id, ...(received !== undefined && { received }) };
  return authorForWriter(live, whose);
};
const none = { voice: null, voiceVersion: null, examples: null, shown: null };

describe("what was received well and less", () => {
  it("reaches the writer newest first, three each, also where the account has no voice", async () => {
    await learnOn(app, alice);
    const well: number[] = [];
    for (const n of [1, 2, 3, 4]) well.push(await post(app, alice, account, `Best ${n}`, { received: "well" }));
    const less = await post(app, alice, account, "Least", { received: "less" });
    await post(app, alice, account, "Neither", {});
    expect(await examplesOf()).toEqual({
      voice: null,
      voiceVersion: null,
      examples: { well: ["Best 4", "Best 3", "Best 2"], less: ["Least"], kept: [], edited: [], discarded: [] },
      shown: { well: well.slice(1).reverse(), less: [less] },
    });
  });

  it("stays where it is until the person's switch is on, for the demo writer, and for no account", async () => {
    await post(app, alice, account, "Best", { received: "well" });
    expect(await examplesOf()).toEqual(none);
    await learnOn(app, alice, false);
    expect(await examplesOf()).toEqual(none);
    await learnOn(app, alice);
    const whose = { userId: alice.user.id, accountId: account.id };
    expect(await authorForWriter(app, whose)).toEqual(none);
    expect(await authorForWriter(app, { ...whose, accountId: null })).toEqual(none);
  });

  it("is that of this account alone, of posts that are out and still there", async () => {
    await learnOn(app, alice);
    await learnOn(app, bob);
    await post(app, alice, account, "Alice's best", { received: "well" });
    await post(app, alice, account, "Gone from X", { received: "well", deleted_at: 5 });
    await post(app, alice, account, "Failed", { received: "well", state: "failed" });
    await post(app, alice, other, "The default's best", { received: "well" });
    await post(app, bob, bobs, "Bob's best", { received: "well" });
    expect((await examplesOf()).examples?.well).toEqual(["Alice's best"]);
    expect((await examplesOf(other)).examples?.well).toEqual(["The default's best"]);
    expect((await examplesOf(bobs, bob)).examples?.well).toEqual(["Bob's best"]);
    expect(await examplesOf(account, bob)).toEqual(none);
    expect(await examplesOf(bobs, alice, true)).toEqual(none);
    await unlink(app, alice.user.id, String(account.id), "192.0.2.7");
    expect(await examplesOf()).toEqual(none);
  });

  it("goes by a bot's own tick where a bot asks, whatever the person's switch says", async () => {
    await post(app, alice, account, "Best", { received: "well" });
    expect((await examplesOf(account, alice, true)).examples?.well).toEqual(["Best"]);
    await learnOn(app, alice);
    expect((await examplesOf(account, alice, false)).examples).toBeNull();
  });
});

describe("two sources", () => {
  const written = (content: string) =>
    insertTweet(app.db, {
      ...{ userId: alice.user.id, accountId: account.id, accountIsOwn: true, batchId: null, position: 0 },
      ...{ origin: "generated", content, fingerprint: fingerprint(content), now: app.clock.now() },
    });
  const keepsLearning = (learn: boolean) =>
    saveVoice(app, alice.user.id, String(account.id), validate(voiceSchema, { about: "me", learn }, "body"));

  async function fill() {
    await post(app, alice, account, "Best of all", { received: "well", origin: "generated" });
    await post(app, alice, account, "BEST of all!", { received: "less", origin: "generated" });
    await post(app, alice, account, "Least of all", { received: "less", origin: "generated" });
    await post(app, alice, account, "Only kept", { origin: "generated" });
    const edited = await written("A draft");
    await editTweet(app, { userId: alice.user.id, tweetId: edited, content: "A better draft" });
    for (const content of ["Thrown away", "only KEPT", "a draft", "least of all"])
      await moveToTrash(app, { userId: alice.user.id, tweetId: await written(content) });
  }
  const ofDrafts = {
    kept: ["Only kept"],
    edited: [{ before: "A draft", after: "A better draft" }],
    discarded: ["Thrown away"],
  };

  it("are one list without a text twice where both switches are on", async () => {
    await fill();
    await learnOn(app, alice);
    await keepsLearning(true);
    const { examples } = await examplesOf();
    expect(examples).toEqual({ well: ["Best of all"], less: ["Least of all"], ...ofDrafts });
  });

  it("have a switch each", async () => {
    await fill();
    await learnOn(app, alice);
    await keepsLearning(false);
    expect((await examplesOf()).examples).toEqual({
      ...{ well: ["Best of all"], less: ["Least of all"] },
      ...{ kept: [], edited: [], discarded: [] },
    });
    await learnOn(app, alice, false);
    await keepsLearning(true);
    const { examples, shown } = await examplesOf();
    expect(examples).toMatchObject({ well: [], less: [], edited: ofDrafts.edited });
    expect(examples?.kept).toEqual(["Only kept", "Least of all", "BEST of all!"]);
    expect(shown).toBeNull();
    await keepsLearning(false);
    expect((await examplesOf()).examples).toBeNull();
  });

  it("still have five that were kept where others of them are among the best", async () => {
    for (const n of [1, 2, 3, 4, 5]) await post(app, alice, account, `Kept ${n}`, { origin: "generated" });
    for (const n of [6, 7, 8]) await post(app, alice, account, `Best ${n}`, { origin: "generated", received: "well" });
    const found = await listExamples(
      app,
      { userId: alice.user.id, accountId: account.id },
      { received: true, kept: true },
    );
    expect(found?.examples.well).toHaveLength(3);
    expect(found?.examples.kept).toEqual([5, 4, 3, 2, 1].map((n) => `Kept ${n}`));
  });
});

describe("a long text", () => {
  it("is shown as far as its words fit into 280 code points, with nothing in the place of the rest", async () => {
    await learnOn(app, alice);
    const long = "feather ".repeat(40).trim();
    await post(app, alice, account, long, { received: "well" });
    const [shown = ""] = (await examplesOf()).examples?.well ?? [];
    expect(shown).toBe("feather ".repeat(35).trim());
  });

  it.each([
    ["short", 10, "short"],
    ["one two three", 7, "one two"],
    ["one two three", 8, "one two"],
    ["one two three", 9, "one two"],
    ["one\ntwo\nthree", 9, "one\ntwo"],
    ["a pneumonoultramicroscopic", 12, "a"],
    ["pneumonoultramicroscopic", 5, "pneum"],
    ["🐦🐦🐦🐦", 3, "🐦🐦🐦"],
    ["我们今天去海边散步", 5, "我们今天去"],
    ["我们今天去海边散步", 6, "我们今天去"],
    ["see https://a.example/one/two now", 12, "see"],
  ])("%j has in %d code points %j", (text, max, kept) => {
    expect(firstWords(text, max)).toBe(kept);
  });
});

describe("marks", () => {
  it("that were shown are kept together with those that were shown before, none twice", () => {
    expect(joinShown(null, null)).toBeNull();
    expect(joinShown('{"well":[1],"less":[]}', null)).toBe('{"well":[1],"less":[]}');
    const joined = joinShown('{"well":[1,2],"less":[]}', { well: [2, 3], less: [4] });
    expect(readShown(joined)).toEqual({ well: [1, 2, 3], less: [4] });
    expect(readShown(null)).toEqual({ well: [], less: [] });
  });
});

it("an hour between two posts of one mark decides which is newer, and equal moments go by the later tweet", async () => {
  await learnOn(app, alice);
  const at = app.clock.now();
  await post(app, alice, account, "Older", { received: "less", published_at: at - hours(1) });
  await post(app, alice, account, "Newer", { received: "less", published_at: at });
  await post(app, alice, account, "Newest", { received: "less", published_at: at });
  expect((await examplesOf()).examples?.less).toEqual(["Newest", "Newer", "Older"]);
});
