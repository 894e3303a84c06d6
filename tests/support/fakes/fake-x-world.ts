// What the fake X knows: its people, their tokens, and the truth about every post it took.
import { createHash, randomBytes } from "node:crypto";
import tt from "twitter-text";

export interface FakeUser {
  id: string;
  username: string;
  name: string;
}

export interface TruePost {
  id: string;
  userId: string;
  username: string;
  /** As sent, outer spaces gone. */
  text: string;
  createdAt: number;
  /** The post that it answers. */
  replyTo?: string;
  /** The ids of its pictures. */
  mediaIds?: readonly string[];
}

/** A picture that came to X. */
export interface FakeMedia {
  id: string;
  userId: string;
  bytes: Buffer;
  expiresAt: number;
  altText: string | null;
  /** Whether a post has named it. */
  isUsed: boolean;
}

/** What a post has beside its text. */
export type PostExtras = Pick<TruePost, "replyTo" | "mediaIds">;

export interface TokenPair {
  token: string;
  secret: string;
}

interface RequestToken extends TokenPair {
  callbackUrl: string;
  createdAt: number;
  granted: { verifier: string; userId: string } | null;
}

const random = (): string => randomBytes(20).toString("base64url");
const tenMinutes = 600_000;
const oneDay = 86_400_000;
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");

/** X's weighted length; twitter-text's own emoji list is of 2018, so any emoji is counted as one that it knows. */
export const weightOf = (text: string): number =>
  tt.parseTweet(text.normalize("NFC").replace(emoji, "\u{1F600}")).weightedLength;

export class FakeWorld {
  readonly users = new Map<string, FakeUser>();
  readonly posts: TruePost[] = [];
  /** Every token, secret and verifier it ever gave away. */
  readonly issued: string[] = [];
  /** Every picture that came, oldest first. */
  readonly media: FakeMedia[] = [];
  private readonly requests = new Map<string, RequestToken>();
  private readonly access = new Map<string, TokenPair & { userId: string }>();
  private readonly deleted = new Set<string>();
  private lastId = 0n;

  constructor(private readonly now: () => number) {}

  /** A handle in any case is one person; ids are digits that grow with time. */
  userOf(handle: string): FakeUser {
    const key = handle.toLowerCase();
    const known = this.users.get(key);
    if (known) return known;
    const user = { id: this.newId(this.now()), username: handle, name: `${handle} of X` };
    this.users.set(key, user);
    return user;
  }

  private newId(at: number): string {
    const byTime = BigInt(Math.max(0, at - 1_288_834_974_657)) << 22n;
    this.lastId = byTime > this.lastId ? byTime : this.lastId + 1n;
    return String(this.lastId);
  }

  /** The person gives themselves another handle and name. */
  rename(handle: string, to: string): void {
    const user = this.userOf(handle);
    this.users.delete(handle.toLowerCase());
    this.users.set(to.toLowerCase(), Object.assign(user, { username: to, name: `${to} of X` }));
  }

  hasAccess(userId: string): boolean {
    return [...this.access.values()].some((pair) => pair.userId === userId);
  }

  private issue(): string {
    const made = random();
    this.issued.push(made);
    return made;
  }

  beginLink(callbackUrl: string): RequestToken {
    const request = { token: this.issue(), secret: this.issue(), callbackUrl, createdAt: this.now(), granted: null };
    this.requests.set(request.token, request);
    return request;
  }

  openRequest(token: string): RequestToken | null {
    const request = this.requests.get(token);
    return request && request.createdAt > this.now() - tenMinutes ? request : null;
  }

  /** What X's page does when the person consents or declines: the address to go back to. */
  grant(token: string, handle: string): string {
    const request = this.openRequest(token);
    if (!request) throw new Error("The fake X has no such open request");
    request.granted = { verifier: this.issue(), userId: this.userOf(handle).id };
    return back(request.callbackUrl, { oauth_token: token, oauth_verifier: request.granted.verifier });
  }

  deny(token: string): string {
    const request = this.openRequest(token);
    if (!request) throw new Error("The fake X has no such open request");
    this.requests.delete(token);
    return back(request.callbackUrl, { denied: token });
  }

  /** X gives the same pair again while it isn't revoked. */
  finishLink(request: RequestToken, verifier: string): { pair: TokenPair; user: FakeUser } | null {
    if (request.granted?.verifier !== verifier) return null;
    const { userId } = request.granted;
    const user = [...this.users.values()].find((one) => one.id === userId);
    if (!user) return null;
    this.requests.delete(request.token);
    const known = [...this.access.values()].find((pair) => pair.userId === userId);
    const pair = known ?? { token: `${userId}-${this.issue()}`, secret: this.issue(), userId };
    this.access.set(pair.token, pair);
    return { pair, user };
  }

  accessOf(token: string): { pair: TokenPair; user: FakeUser } | null {
    const pair = this.access.get(token);
    const user = [...this.users.values()].find((one) => one.id === pair?.userId);
    return pair && user ? { pair, user } : null;
  }

  revoke(token: string): void {
    this.access.delete(token);
  }

  isDuplicate(user: FakeUser, text: string): boolean {
    const same = text.normalize("NFC").trim();
    const since = this.now() - oneDay;
    const isSame = (p: TruePost) => p.createdAt > since && p.text.normalize("NFC") === same;
    return this.posts.some((p) => p.userId === user.id && isSame(p) && !this.deleted.has(p.id));
  }

  /** Its author takes a post back: it is in no list any more. The truth keeps it. */
  delete(postId: string): void {
    this.deleted.add(postId);
  }

  isDeleted(postId: string): boolean {
    return this.deleted.has(postId);
  }

  accept(user: FakeUser, text: string, at = this.now(), extras: PostExtras = {}): TruePost {
    const { id: userId, username } = user;
    const post = { id: this.newId(at), userId, username, text: text.trim(), createdAt: at, ...extras };
    this.posts.push(post);
    for (const one of this.media) if (extras.mediaIds?.includes(one.id)) one.isUsed = true;
    return post;
  }

  keepMedia(user: FakeUser, bytes: Buffer, lifeMs: number): FakeMedia {
    const at = this.now();
    const kept = { id: this.newId(at), userId: user.id, bytes, expiresAt: at + lifeMs, altText: null, isUsed: false };
    this.media.push(kept);
    return kept;
  }

  /** The picture, where this person may name it in a post now. */
  usableMedia(user: FakeUser, id: string): FakeMedia | undefined {
    const one = this.media.find((media) => media.id === id && media.userId === user.id);
    return one && !one.isUsed && one.expiresAt > this.now() ? one : undefined;
  }
}

function back(callbackUrl: string, params: Record<string, string>): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

const escape = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

interface WireLink {
  start: number;
  end: number;
  url: string;
  expanded_url: string;
  display_url: string;
  media_key?: string;
}

/** The text as X gives it out: links shortened to t.co, & < > escaped, and the links' entities beside it. */
export function wireText(text: string) {
  const urls: WireLink[] = [];
  let out = "";
  let from = 0;
  for (const { url, indices } of tt.extractUrlsWithIndices(text)) {
    out += escape(text.slice(from, indices[0]));
    const short = shortOf(url);
    const start = [...out].length;
    const expanded_url = /^https?:/i.test(url) ? url : `http://${url}`;
    urls.push({
      start,
      end: start + short.length,
      url: short,
      expanded_url,
      display_url: url.replace(/^https?:\/\//i, ""),
    });
    out += short;
    from = indices[1];
  }
  return { text: out + escape(text.slice(from)), ...(urls.length > 0 ? { entities: { urls } } : {}) };
}

const shortOf = (url: string): string => `https://t.co/${createHash("sha256").update(url).digest("hex").slice(0, 10)}`;

/** The link that X puts behind the words of a post with pictures: one, with an entity for each picture. */
function withPictures(post: TruePost, told: ReturnType<typeof wireText>): ReturnType<typeof wireText> {
  const { mediaIds = [] } = post;
  if (mediaIds.length === 0) return told;
  const expanded_url = `https://x.com/${post.username}/status/${post.id}/photo/1`;
  const url = shortOf(expanded_url);
  const start = [...told.text].length + 1;
  const link = { start, end: start + url.length, url, expanded_url, display_url: `pic.x.com/${url.slice(-10)}` };
  const urls = [...(told.entities?.urls ?? []), ...mediaIds.map((id) => ({ ...link, media_key: `3_${id}` }))];
  return { text: `${told.text} ${url}`, entities: { urls } };
}

/** One post of a list, with a note_tweet and a cut text where it is a long one. Times are whole seconds. */
export function wirePost(post: TruePost, fields: readonly string[] = []) {
  const created_at = new Date(Math.floor(post.createdAt / 1_000) * 1_000).toISOString();
  const parent =
    post.replyTo !== undefined && fields.includes("referenced_tweets")
      ? { referenced_tweets: [{ type: "replied_to", id: post.replyTo }] }
      : {};
  const common = { id: post.id, edit_history_tweet_ids: [post.id], created_at, ...parent };
  if (weightOf(post.text) <= 280) return { ...common, ...withPictures(post, wireText(post.text)) };
  const cut = `${[...post.text].slice(0, 200).join("")}…`;
  return { ...common, ...withPictures(post, wireText(cut)), note_tweet: wireText(post.text) };
}
