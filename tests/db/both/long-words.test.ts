// Long words on both databases: any tweet that X would take can be kept, is found again and is told from its likes.
import { createHash } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { editTweet, writeTweet } from "~/features/publishing/publishing.server";
import { searchTerms } from "~/features/tweets/search";
import { isPostable } from "~/features/tweets/text.server";
import { getTweet, listUnsent } from "~/features/tweets/tweets.server";
import { setDefault } from "~/features/accounts/accounts.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson } from "~tests/support/people/make";

/** No two of them are alike, and a database can't press them together. */
const noise = (of: string, units: number): string => {
  let text = "";
  for (let n = 0; text.length < units; n += 1) text += createHash("sha256").update(`${of} ${n}`).digest("hex");
  return text.slice(0, units);
};
/** The same in letters that are no part of a link to the near-duplicate guard, and are one to X. */
const letters = (of: string): string =>
  noise(of, 200)
    .replace(/./g, (digit) => "абвгдежзиклмнопр"[parseInt(digit, 16)] ?? "")
    .replace(/.{20}/g, "$&/");
const linksOf = (tail: (of: string) => string): string =>
  Array.from({ length: 11 }, (_, n) => `https://a${n}.example.com/${tail(String(n))}`).join(" ");
const bare = linksOf((of) => noise(of, 370));
const [one, other, ideographs] = [
  `${linksOf(letters)} Grünfink`,
  `${linksOf(letters)} Zeisig`,
  String.fromCodePoint(...Array.from({ length: 140 }, (_, n) => 0x4e00 + n * 97)),
];

async function makeWriter() {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const person = await makePerson(app, "ana@linnet.example");
  const [main, own] = [await linkAccount(app, person, "main"), await linkAccount(app, person, "own")];
  await setDefault(app, person.user.id, main.networkUserId);
  const userId = person.user.id;
  const write = (content: string) => writeTweet(app, { userId, content, account: own.networkUserId });
  return { app, userId, account: own.networkUserId, write };
}

const found = async (app: TestApp, userId: string, query: string): Promise<number[]> => {
  const page = await listUnsent(app, userId, { from: null, size: 10, terms: searchTerms(query) });
  return page.tweets.map(({ id }) => id);
};

it("a tweet of eleven long links is kept as it was typed, and changed into another", async () => {
  const { app, userId, write } = await makeWriter();
  const texts = [bare, one, other, ideographs];
  expect(texts.map((text) => isPostable(text).ok)).toEqual(texts.map(() => true));
  const { id, content } = await write(one);
  expect(content).toBe(one);
  await editTweet(app, { userId, tweetId: id, content: other });
  expect((await getTweet(app, userId, id)).content).toBe(other);
  for (const text of [bare, ideographs]) expect((await write(text)).content).toBe(text);
});

it("two that say the same don't both go out, and two that differ only at their end do", async () => {
  const { app, userId, account, write } = await makeWriter();
  const add = async (content: string) => {
    const { id: tweetId } = await write(content);
    return addToTimeline(app, { userId, tweetId, account, timeZone: null });
  };
  await add(one);
  await add(other);
  await expect(add(`${one} !`)).rejects.toMatchObject({ code: "duplicate" });
});

it("each word of it is found, wherever it stands and however it is written", async () => {
  const { app, userId, write } = await makeWriter();
  const { id } = await write(one);
  const { id: another } = await write(other);
  expect({
    begin: await found(app, userId, "a0.example.com"),
    "far behind": await found(app, userId, "A10.EXAMPLE.com"),
    "its last word": await found(app, userId, "Grünfink"),
    "in small letters": await found(app, userId, "grünfink"),
    "in capitals": await found(app, userId, "GRÜNFINK"),
    "of the other": await found(app, userId, "zeisig"),
    neither: await found(app, userId, "Grünspecht"),
  }).toEqual({
    begin: [another, id],
    "far behind": [another, id],
    "its last word": [id],
    "in small letters": [id],
    "in capitals": [id],
    "of the other": [another],
    neither: [],
  });
});
