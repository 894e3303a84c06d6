// A post is found by its words however X changed them, pictures and all, and no other words are ever taken for them.
import { expect, it } from "vitest";
import { findSent, isSameText } from "~/features/publishing/rules/same-text";
import { asWritten, readPage } from "~/ports/network/x-posts";
import { weightOf, wirePost } from "~tests/support/fakes/fake-x-world";
import type { TruePost } from "~tests/support/fakes/fake-x";
import { type Random, seeded } from "../../crash/random";

const runs = process.env.LINNET_NIGHT ? 200_000 : 10_000;
/** A minute each by itself. */
const timeout = process.env.LINNET_NIGHT ? 10_800_000 : 900_000;

const userId = "77";
const words = [
  "wren",
  "Wren",
  "a < b",
  "R&D",
  "&amp;",
  "café",
  "cafe\u0301",
  "日本",
  "👩🏽‍🚀",
  "שלום",
  "@alice",
  "#bird",
  "…",
];
const links = [
  "https://linnet.example/a?b=1&c=2",
  "http://linnet.example/deep/er",
  "wren.example.com",
  "https://t.co/abcdefghij",
  "https://x.com/bob/status/1/photo/1",
  "https://linnet.example/status/9/photo/1",
];
const spaces = [" ", " ", "\n", "\n\n"];

function textOf(random: Random): string {
  let text = random.pick(words);
  const parts = 1 + random.below(8);
  for (let n = 0; n < parts; n += 1)
    text += random.pick(spaces) + random.pick(random.chance(0.25) ? links : [...words, `n${random.below(99)}`]);
  return weightOf(text) > 280 && random.chance(0.8) ? text.slice(0, 60) : text;
}

/** Another text, often one that differs only in what X might have added. */
function otherOf(text: string, random: Random): string {
  const parts = text.split(/(\s+)/);
  const changed = random
    .pick([
      `${text} ${random.pick(links)}`,
      parts.slice(0, -2).join(""),
      parts.slice(2).join(""),
      `@alice ${text}`,
      `${text} ${random.pick(words)}`,
      text.replace(/\S+$/, random.pick(links)),
      textOf(random),
    ])
    .trim();
  return changed === "" ? "wren" : changed;
}

let last = 1_900_000_000_000_000_000n;
function postOf(text: string, random: Random, extras: Partial<TruePost> = {}): TruePost {
  last += BigInt(1 + random.below(1_000));
  const pictures = Array.from({ length: random.below(5) }, (_, n) => String(last + BigInt(n)));
  return { id: String(last), userId, username: "alice", text, createdAt: 1_000, mediaIds: pictures, ...extras };
}

const read = (items: unknown[]) => readPage(200, { data: items }, userId).posts;
const shown = (...posts: TruePost[]) => read(posts.map((post) => wirePost(post, ["referenced_tweets"])));

it("a tweet whose answer was lost is found among others, with pictures and without", { timeout }, () => {
  const random = seeded(26);
  let missed = 0;
  for (let n = 0; n < runs; n += 1) {
    const text = textOf(random);
    const post = postOf(text, random, random.chance(0.5) ? { replyTo: "1899999999999999999" } : {});
    const told = wirePost(post);
    missed += isSameText(asWritten(told.text, "entities" in told ? told.entities : null), text) ? 0 : 1;
    const others = [otherOf(text, random), textOf(random)].filter((other) => !isSameText(other, text));
    const posts = shown(...others.map((other) => postOf(other, random)), post);
    expect(findSent(posts, text)?.id, JSON.stringify(text)).toBe(post.id);
  }
  // The control: with the link left in, these would have been sent again.
  expect(missed).toBeGreaterThan(runs / 2);
});

it("another text is never taken for it, whatever pictures it has", { timeout }, () => {
  const random = seeded(27);
  let compared = 0;
  for (let n = 0; n < runs; n += 1) {
    const text = textOf(random);
    const other = otherOf(text, random);
    if (isSameText(text, other)) continue;
    compared += 1;
    const found = findSent(shown(postOf(other, random)), text);
    expect(found, JSON.stringify({ text, other })).toBeUndefined();
  }
  expect(compared).toBeGreaterThan(runs / 2);
});

/** As X may give an answer to oneself: the account's own name before its words. */
function withOwnName(told: ReturnType<typeof wirePost>) {
  const text = `@alice ${told.text}`;
  const entities = "entities" in told ? told.entities : {};
  const note = "note_tweet" in told ? told.note_tweet : null;
  const mentions = [{ start: 0, end: 6, username: "alice", id: userId }];
  const named = { ...told, text, entities: { ...entities, mentions } };
  if (note === null) return named;
  return { ...named, note_tweet: { ...note, text: `@alice ${note.text}`, entities: { ...note.entities, mentions } } };
}

it("a part is found by its words and its predecessor, and nothing else of the same words is", { timeout }, () => {
  const random = seeded(29);
  const fields = ["referenced_tweets"];
  for (let n = 0; n < runs; n += 1) {
    const text = textOf(random);
    const replyTo = String(last);
    const elsewhere = postOf(text, random, { replyTo: "1899999999999999999" });
    const own = postOf(text, random, { replyTo });
    const alone = postOf(text, random);
    const told = wirePost(own, fields);
    const extra = random.chance(0.2) ? { ...told, text: `${told.text} https://t.co/unexplain1` } : told;
    const isPlain = extra === told || "note_tweet" in told;
    const item = random.chance(0.3) && isPlain ? withOwnName(told) : extra;
    const others = [elsewhere, alone].filter(() => random.chance(0.7)).map((post) => wirePost(post, fields));
    const posts = read(random.chance(0.5) ? [item, ...others] : [...others, item]);
    expect(findSent(posts, text, { replyTo })?.id, JSON.stringify(text)).toBe(own.id);
    // What answers another post is none of ours, whatever it says.
    expect(findSent(read([wirePost(elsewhere, fields)]), text, { replyTo })).toBeUndefined();
    const other = otherOf(text, random);
    if (!isSameText(other, text))
      expect(findSent(shown(postOf(other, random, { replyTo })), text, { replyTo })).toBeUndefined();
  }
});

it(
  "a picture's link that X does not explain is no part of the words, and one that is explained is",
  { timeout },
  () => {
    const random = seeded(28);
    for (let n = 0; n < 1_000; n += 1) {
      const text = textOf(random);
      const post = postOf(text, random, { mediaIds: [] });
      const told = wirePost(post);
      const unexplained = { ...told, text: `${told.text} https://t.co/unexplain1` };
      if (weightOf(text) > 280) continue;
      expect(findSent(read([unexplained]), text)?.id, JSON.stringify(text)).toBe(post.id);
      const links = "entities" in told ? (told.entities?.urls ?? []) : [];
      const link = { url: "https://t.co/unexplain1", expanded_url: "https://linnet.example/typed" };
      const explained = { ...unexplained, entities: { urls: [...links, link] } };
      expect(findSent(read([explained]), text)).toBeUndefined();
      expect(findSent(read([explained]), `${text} ${link.expanded_url}`)?.id).toBe(post.id);
    }
  },
);
