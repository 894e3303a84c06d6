// Searching ideas: folded as the near-duplicate guard folds, in any script, in links too; and the list's other filters.
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { unlink, writeTweet } from "~/features/publishing/publishing.server";
import { searchTerms } from "~/features/tweets/search";
import { listDiscarded, listUnsent } from "~/features/tweets/tweets.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let userId: string;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await makePerson(app, "alice");
  userId = alice.user.id;
});
afterEach(() => app.close());

const write = async (content: string, account: string | null = null) =>
  (await writeTweet(app, { userId, content, account })).id;
const found = async (query: string, who = userId) =>
  (await listUnsent(app, who, { from: null, size: 30, terms: searchTerms(query) })).tweets.map(({ id }) => id);

it.each([
  ["Our STAGING server fell over.", "staging"],
  ["Our staging server fell over.", "SERVER staging"],
  ["Straße und Fußweg", "STRASSE"],
  ["ΟΔΥΣΣΕΥΣ came home", "οδυσσευς"],
  ["Привет, мир!", "МИР!"],
  ["Cafe\u0301 before noon", "CAFÉ"],
  ["東京は夜の七時", "夜の"],
  ["สวัสดีครับ", "ดีค"],
  ["100% of it, a_b and a\\b", "100% a_b a\\b"],
  ["Read https://Example.com/Path?q=1 now", "example.com/path"],
  ["Read https://Example.com/Path?q=1 now", "read NOW"],
  ["It goes to www.Linnet.example", "WWW.linnet"],
  ["What now?!", "now?!"],
  ["...", "..."],
  ["Family 👩‍👩‍👧‍👦 time", "👩‍👩‍👧‍👦"],
])("%j is found by %j", async (content, query) => {
  const id = await write(content);
  await write("Something else altogether");
  expect(await found(query)).toEqual([id]);
});

it.each([
  ["ten percent", "10%"],
  ["axb", "a_b"],
  ["ab", "a\\b"],
  ["Only one of the words", "one two"],
])("%j is not found by %j", async (content, query) => {
  await write(content);
  expect(await found(query)).toEqual([]);
});

it("each word of any text finds it, whatever its case", async () => {
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => /^\S+$/u.test(text));
  let nth = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
      const content = `${words.join(" ")} n${(nth += 1)}`;
      let id: number;
      try {
        id = await write(content);
      } catch {
        return;
      }
      for (const one of content.split(/[\s\u200B\u2060]+/).filter(Boolean))
        expect(await found(`${one} n${nth}`)).toContain(id);
    }),
    { numRuns: 60 },
  );
});

it("a search of nothing but spaces finds everything, and a long one is cut", async () => {
  const id = await write("Some words");
  expect(await found("  \u200B ")).toEqual([id]);
  expect(searchTerms("a ".repeat(500))).toHaveLength(8);
  expect(searchTerms("x".repeat(900))[0]?.folded).toHaveLength(200);
});

it("nobody finds another's words, and discarded ones are found in the bin alone", async () => {
  const id = await write("A secret plan");
  const bob = await makePerson(app, "bob");
  expect(await found("secret", bob.user.id)).toEqual([]);
  await moveToTrash(app, { userId, tweetId: id });
  expect(await found("secret")).toEqual([]);
  const inTrash = async (query: string) =>
    (await listDiscarded(app, userId, { from: null, size: 30, terms: searchTerms(query) })).tweets.map((one) => one.id);
  expect(await inTrash("SECRET")).toEqual([id]);
  expect(await inTrash("else")).toEqual([]);
});

it("an account's ideas are its own, those that name none are the serving one's, and so are an unlinked one's", async () => {
  const main = await linkAccount(app, alice, "alice_main");
  const other = await linkAccount(app, alice, "alice_other");
  const gone = await linkAccount(app, alice, "alice_gone");
  const [own, ofGone, ofMain] = [
    await write("own", other.networkUserId),
    await write("of gone", gone.networkUserId),
    await write("of main", main.networkUserId),
  ];
  const [generated] = await makeBatch(app, alice, other, "bees");
  await unlink(app, userId, gone.networkUserId);
  const of = async (id: number, serves: boolean) =>
    (await listUnsent(app, userId, { from: null, size: 99, account: { id, serves } })).tweets.map((one) => one.id);
  expect(await of(other.id, false)).toEqual(
    generated?.ownAccountId === other.id ? expect.arrayContaining([own, generated.id]) : [own],
  );
  expect(await of(main.id, true)).toEqual(expect.arrayContaining([ofMain, ofGone]));
  expect(await of(main.id, true)).not.toContain(own);
  expect(await of(main.id, false)).toEqual([ofMain]);
});

it("a topic's ideas are that batch's", async () => {
  const bees = await makeBatch(app, alice, null, "bees");
  await makeBatch(app, alice, null, "boats");
  await write("mine");
  const batchId = bees[0]?.batchId ?? "";
  const page = await listUnsent(app, userId, { from: null, size: 99, batchId });
  expect(page.tweets.map(({ id }) => id)).toEqual(bees.map(({ id }) => id).toReversed());
});
