// A network that changes texts on their way as it may, tells of them in two vocabularies, and loses half of its answers.
import tt from "twitter-text";
import { type Network, type NetworkPost, type PostAnswer } from "~/ports/network/port";
import { readPage } from "~/ports/network/x-posts";
import { answered } from "~tests/support/fakes/faulty-network";
import { type TruePost, wirePost } from "~tests/support/fakes/fake-x-world";
import type { Random } from "../../crash/random";

export interface Changing extends Pick<Network, "kind" | "post" | "listPosts"> {
  /** Every post that it took of the app, oldest first, with the words that it was sent. */
  taken: { id: string; sent: string }[];
  /** A post or repost of the same account that the app has nothing to do with. */
  seed(text: string, kind?: "post" | "repost"): string;
}

const names = {
  note_tweet: "note_post",
  referenced_tweets: "referenced_posts",
  edit_history_tweet_ids: "edit_history_post_ids",
};

/** By the field names of version 2.167. */
const renamed = (item: object): object =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [names[name as keyof typeof names] ?? name, value]));

function changedLink(link: string, random: Random): string {
  const protocol = /^https?:\/\//i.exec(link)?.[0] ?? "";
  const [, host = "", tail = ""] = /^([^/?#]+)(.*)$/su.exec(link.slice(protocol.length)) ?? [];
  const url = new URL(`http://${host}${tail}`);
  const hosts = [host, host.toLowerCase(), url.host];
  const escaped = encodeURI(decodeURI(tail));
  const tails = [
    tail,
    escaped,
    escaped.replace(/%../g, (one) => one.toLowerCase()),
    decodeURI(tail).replace(/ /g, "%20"),
  ];
  return protocol + random.pick(hosts) + random.pick(tails);
}

/** What the network makes of a text: any of what it may do. */
export function changed(text: string, random: Random): string {
  const may = (change: (before: string) => string) => (before: string) =>
    random.chance(0.5) ? change(before) : before;
  const links = (before: string): string => {
    let [after, at] = ["", 0];
    for (const { url, indices } of tt.extractUrlsWithIndices(before)) {
      after += before.slice(at, indices[0]) + changedLink(url, random);
      at = indices[1];
    }
    return after + before.slice(at);
  };
  const always = [(before: string) => before.replace(/\r\n?/g, "\n"), (before: string) => before.trim()];
  const short = [links, (before: string) => before.normalize("NFC"), (before: string) => before.replace(/\uFE0F/g, "")];
  const long = [
    (before: string) => before.replace(/\s+/g, " "),
    (before: string) => before.replace(/[\u200B\u2060]/g, ""),
  ];
  const changes = [...always, ...short.map(may), ...(text.length > 280 ? long.map(may) : [])];
  return changes.reduce((before, change) => change(before), text);
}

/** `now` is its clock. Whoever repeats a text is refused, half of the time. */
export function changingNetwork(random: Random, now: () => number, userId: string): Changing {
  const posts: (TruePost & { isRepost?: true })[] = [];
  let last = 1_900_000_000_000_000_000n;
  const add = (text: string, more: object = {}): string => {
    last += BigInt(1 + random.below(1_000));
    posts.unshift({ id: String(last), userId, username: "own", text, createdAt: now(), mediaIds: [], ...more });
    return String(last);
  };
  const lost: PostAnswer = { kind: "lost", status: null, detail: "socket hang up" };
  const told = (post: (typeof posts)[number]): object => {
    const repost = post.isRepost ? { referenced_tweets: [{ type: "retweeted", id: "1899999999999999999" }] } : {};
    const item = { ...wirePost(post, ["referenced_tweets"]), ...repost };
    return random.chance(0.5) ? renamed(item) : item;
  };
  const network: Changing = {
    kind: "x",
    taken: [],
    seed: (text, kind = "post") => add(text, kind === "repost" ? { isRepost: true } : {}),
    post: (_tokens, { text }) => {
      const isRepeat = network.taken.some(({ sent }) => sent === text);
      if (isRepeat && random.chance(0.5)) {
        const detail = "You are not allowed to create a Tweet with duplicate content.";
        return Promise.resolve(answered(403, { detail, title: "Forbidden", type: "about:blank" }));
      }
      if (random.chance(0.1)) return Promise.resolve(lost);
      const id = add(changed(text, random));
      network.taken.push({ id, sent: text });
      return Promise.resolve(random.chance(0.45) ? answered(201, { data: { id, text } }) : lost);
    },
    listPosts: (_tokens, { since }) => {
      const data = posts.filter(({ createdAt }) => createdAt >= since - 1_000).map(told);
      const page = { data, meta: { result_count: data.length } };
      return Promise.resolve<NetworkPost[]>(readPage(200, page, userId).posts);
    },
  };
  return network;
}
