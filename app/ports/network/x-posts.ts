// X's list of posts, read strictly: a page that isn't surely the list must never pass for an empty one.
import { type NetworkPost, ReadError } from "./port";

export interface PostsPage {
  posts: NetworkPost[];
  nextToken: string | null;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * One page of GET /2/users/:id/tweets. Throws ReadError for anything but a whole page: X sends `errors` with status
 * 200 where it left something out, and whoever looks for a lost post must not take that for its absence.
 */
export function readPage(status: number, body: unknown): PostsPage {
  const page = fieldsOf(body);
  const meta = fieldsOf(page.meta);
  if (listOf(page.errors).length > 0) throw new ReadError("X left out a part of the list", status);
  if (!Array.isArray(page.data) && meta.result_count !== 0)
    throw new ReadError("X answered with something else than a list of posts", status);
  return {
    posts: listOf(page.data).map((item) => readPost(status, fieldsOf(item))),
    nextToken: typeof meta.next_token === "string" ? meta.next_token : null,
  };
}

function readPost(status: number, item: Fields): NetworkPost {
  const { id, text } = item;
  const createdAt = typeof item.created_at === "string" ? Date.parse(item.created_at) : NaN;
  if (typeof id !== "string" || typeof text !== "string" || Number.isNaN(createdAt))
    throw new ReadError("X's list holds a post without id, text or time", status);
  // `text` is cut where there is a note_tweet, which has links of its own.
  const whole = isFields(item.note_tweet) && typeof item.note_tweet.text === "string" ? item.note_tweet : item;
  return { id, text: asWritten(String(whole.text), whole.entities), createdAt };
}

const namedEntities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * The words as their author wrote them: t.co links expanded, HTML entities unescaped. Both in one pass, so that
 * neither an unescaped `&amp;lt;` nor an address that contains an entity is touched twice.
 */
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
