// Reads X's list of posts strictly: a malformed page must never pass for an empty one.
import { type NetworkPost, ReadError } from "./port";

export interface PostsPage {
  posts: NetworkPost[];
  nextToken: string | null;
}

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Throws ReadError unless the page is complete: X sends `errors` with status 200 if it left something out. */
export function readPage(status: number, body: unknown, userId: string): PostsPage {
  const page = fieldsOf(body);
  const meta = fieldsOf(page.meta);
  if (listOf(page.errors).length > 0) throw new ReadError("X left out a part of the list", status);
  if (!Array.isArray(page.data) && meta.result_count !== 0)
    throw new ReadError("X answered with something else than a list of posts", status);
  return {
    posts: listOf(page.data).map((item) => readPost(status, fieldsOf(item), userId)),
    nextToken: typeof meta.next_token === "string" ? meta.next_token : null,
  };
}

function readPost(status: number, item: Fields, userId: string): NetworkPost {
  const { id, text } = item;
  const createdAt = typeof item.created_at === "string" ? Date.parse(item.created_at) : NaN;
  if (typeof id !== "string" || typeof text !== "string" || Number.isNaN(createdAt))
    throw new ReadError("X's list holds a post without id, text or time", status);
  // X's API 2.167 renames three fields. `text` is truncated if the note field has the full text, with its own links.
  const whole = wholeOf(item.note_tweet) ?? wholeOf(item.note_post) ?? item;
  const referenced = [...listOf(item.referenced_tweets), ...listOf(item.referenced_posts)].map(fieldsOf);
  const replyTo = parentOf(referenced);
  const ids = new Set([id, ...listOf(item.edit_history_tweet_ids), ...listOf(item.edit_history_post_ids)]);
  const raw = { text: String(whole.text), entities: whole.entities, ids };
  const [words, bareText] = [withoutPictures(raw), withoutAdditions(raw, replyTo === null ? null : userId)];
  return {
    id,
    text: words,
    ...(bareText === words ? {} : { bareText }),
    ...(replyTo === null ? {} : { replyTo }),
    ...(referenced.some(({ type }) => type === "retweeted") ? { isRepost: true as const } : {}),
    createdAt,
  };
}

const wholeOf = (note: unknown): Fields | null => (isFields(note) && typeof note.text === "string" ? note : null);

function parentOf(referenced: readonly Fields[]): string | null {
  const parent = referenced.find(({ type }) => type === "replied_to")?.id;
  return typeof parent === "string" ? parent : null;
}

interface RawText {
  text: string;
  entities: unknown;
  ids: ReadonlySet<unknown>;
}

const linksOf = (entities: unknown): Fields[] => listOf(fieldsOf(entities).urls).map(fieldsOf);

/** X's link to one of the post's pictures. It has the post's id, so the author can't have typed it. */
const isOwnPicture = (link: Fields, ids: ReadonlySet<unknown>): boolean =>
  ids.has(/\/status\/(\d+)\/(?:photo|video)\/\d+$/.exec(String(link.expanded_url))?.[1]);

const withoutLinks = (text: string, links: Fields[]): string =>
  links.reduce<string>((left, { url }) => (typeof url === "string" && url ? takenOut(left, url) : left), text);

/** Removes the link and the space before it, unless it's the start of a longer link. */
const takenOut = (text: string, url: string): string =>
  text
    .split(new RegExp(`${escapeForPattern(url)}(?![\\w/])`))
    .map((piece, n, all) => (n < all.length - 1 ? piece.trimEnd() : piece))
    .join("");

function withoutPictures({ text, entities, ids }: RawText): string {
  const own = linksOf(entities).filter((link) => isOwnPicture(link, ids));
  return asWritten(withoutLinks(text, own), entities);
}

const linkAtEnd = /(?<!\S)https:\/\/t\.co\/\w+$/;

/** Also removes media links, an unexplained link at the end, and `ownId`'s name before a reply to itself. */
function withoutAdditions({ text, entities, ids }: RawText, ownId: string | null): string {
  const links = linksOf(entities);
  const isPicture = (link: Fields) => typeof link.media_key === "string" || isOwnPicture(link, ids);
  const told = withoutLinks(text, links.filter(isPicture));
  const trimmed = told.trimEnd();
  const last = linkAtEnd.exec(trimmed)?.[0];
  const isExplained = links.some(({ url }) => url === last);
  const bare = last === undefined || isExplained ? told : trimmed.replace(linkAtEnd, "").trimEnd();
  return asWritten(withoutOwnName(bare, entities, ownId), entities);
}

function withoutOwnName(text: string, entities: unknown, ownId: string | null): string {
  const first = listOf(fieldsOf(entities).mentions)
    .map(fieldsOf)
    .find(({ start }) => start === 0);
  if (ownId === null || first?.id !== ownId) return text;
  return text.replace(/^@\w+\s+/, "");
}

const namedEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Restores the author's text: t.co links expanded, HTML entities unescaped. One pass, so nothing is replaced twice. */
export function asWritten(text: string, entities: unknown): string {
  const expanded = new Map<string, string>();
  for (const link of listOf(fieldsOf(entities).urls).map(fieldsOf))
    if (typeof link.url === "string" && link.url && typeof link.expanded_url === "string")
      expanded.set(link.url, link.expanded_url);
  const links = [...expanded.keys()].sort((a, b) => b.length - a.length).map(escapeForPattern);
  const pattern = new RegExp([...links, "&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});"].join("|"), "gi");
  return text.replace(pattern, (found, entity?: string) => expanded.get(found) ?? unescape(entity) ?? found);
}

function unescape(entity: string | undefined): string | undefined {
  if (entity === undefined) return undefined;
  if (!entity.startsWith("#")) return namedEntities[entity];
  const code = /^#x/i.test(entity) ? parseInt(entity.slice(2), 16) : parseInt(entity.slice(1), 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
