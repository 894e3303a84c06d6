// Learn from my edits: off until it is turned on, and then five of each, of this account and 60 days alone.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days, minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { changeThread, editTweet, publishDue, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { insertThread } from "~/features/threads/threads.server";
import { insertTweet } from "~/features/tweets/tweets.server";
import { fingerprint } from "~/features/tweets/text";
import { voiceSchema } from "~/features/voice/schema.server";
import { authorForWriter, saveVoice } from "~/features/voice/voice.server";
import { validate } from "~/http/api/validate.server";
import { inTransaction } from "~db/database.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let other: Account;
let account: Account;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  other = await linkAccount(app, alice, "alice_x");
  account = await linkAccount(app, alice, "alice_two");
});
afterEach(() => app?.close());

const save = (learn: boolean, of = account) =>
  saveVoice(app, alice.user.id, String(of.id), validate(voiceSchema, { about: "me", learn }, "body"));
async function learned(of = account) {
  // The demo writer learns nothing.
  const live = { ...app, ai: { ...app.ai, kind: "gemini" as const } };
  const { examples } = await authorForWriter(live, { userId: alice.user.id, accountId: of.id });
  if (examples === null) return null;
  const { well, less, ...ofDrafts } = examples;
  expect([well, less]).toEqual([[], []]);
  return ofDrafts;
}

/** A text of the writer's, for an account. */
const written = (content: string, of = account) =>
  insertTweet(app.db, {
    userId: alice.user.id,
    accountId: of.id,
    accountIsOwn: true,
    batchId: null,
    position: 0,
    origin: "generated",
    content,
    fingerprint: fingerprint(content),
    now: app.clock.now(),
  });
const post = async (tweetId: number, of = account) => {
  await publishNow(app, { userId: alice.user.id, tweetId, account: of.networkUserId });
  app.clock.advance(minutes(20));
};
const edit = async (tweetId: number, content: string) => {
  await editTweet(app, { userId: alice.user.id, tweetId, content });
  app.clock.advance(minutes(1));
};
const drop = async (tweetId: number) => {
  await moveToTrash(app, { userId: alice.user.id, tweetId });
  app.clock.advance(minutes(1));
};

it("nothing of it is sent until the switch is on", async () => {
  await post(await written("Kept as it was"));
  await save(false);
  expect(await learned()).toBeNull();
  await save(true);
  expect(await learned()).toEqual({ kept: ["Kept as it was"], edited: [], discarded: [] });
});

it("a later part of the writer's thread teaches nothing, and the first one does as a tweet", async () => {
  await save(true);
  const by = { userId: alice.user.id, accountId: account.id, now: app.clock.now() };
  const parts = ["It begins here", "It goes on", "It ends"];
  const tweetId = await inTransaction(app.db, (trx) => insertThread(trx, { ...by, origin: "generated", parts }));
  const ask = { userId: alice.user.id, tweetId };
  await changeThread(app, { ...ask, parts: ["It begins here", "It goes on, I say", "It ends"] });
  await post(tweetId);
  for (let n = 0; n < 3; n += 1) {
    app.clock.advance(seconds(6));
    await (
      await publishDue(app)
    ).done;
  }
  expect(await app.db.selectFrom("tweets").select("id").where("state", "=", "published").execute()).toHaveLength(3);
  expect(await learned()).toEqual({ kept: ["It begins here"], edited: [], discarded: [] });
});

it("what was posted as written, edited and discarded is told apart, newest first, of this account alone", async () => {
  await save(true);
  await save(true, other);
  await post(await written("First kept"));
  await post(await written("Second kept"));
  const edited = await written("Before the edit");
  await edit(edited, "After the first edit");
  await edit(edited, "After the edit");
  await post(edited);
  await edit(await written("A draft"), "A better draft");
  await drop(await written("Not like this"));
  await drop(await written("Nor like this"));
  const own = await writeTweet(app, { userId: alice.user.id, content: "My own words", account: account.networkUserId });
  await post(own.id);
  await post(await written("The other’s", other), other);
  await written("Only waiting");
  expect(await learned()).toEqual({
    kept: ["Second kept", "First kept"],
    edited: [
      { before: "A draft", after: "A better draft" },
      { before: "Before the edit", after: "After the edit" },
    ],
    discarded: ["Nor like this", "Not like this"],
  });
  expect(await learned(other)).toEqual({ kept: ["The other’s"], edited: [], discarded: [] });
});

it("five of each are enough, and after 60 days none is left", async () => {
  await save(true);
  for (const n of [1, 2, 3, 4, 5, 6]) {
    await post(await written(`Kept ${n}`));
    await edit(await written(`Draft ${n}`), `Edited ${n}`);
    await drop(await written(`Dropped ${n}`));
  }
  const all = await learned();
  expect(all?.kept).toEqual([6, 5, 4, 3, 2].map((n) => `Kept ${n}`));
  expect(all?.edited.map(({ after }) => after)).toEqual([6, 5, 4, 3, 2].map((n) => `Edited ${n}`));
  expect(all?.discarded).toEqual([6, 5, 4, 3, 2].map((n) => `Dropped ${n}`));
  app.clock.advance(days(60));
  expect(await learned()).toBeNull();
});
