// Reads X's figures of posts. A missing or malformed figure is unknown, never 0. Pure.
import { type PostFigures, ReadError } from "./port";
import { problemType } from "./problem";
import { type Fields, fieldsOf, isFields, listOf } from "./x-posts";

export interface FiguresAnswer {
  figures: PostFigures[];
  gone: string[];
  problems: string[];
}

export interface FiguresPage {
  figures: PostFigures[];
  posts: number;
  nextToken: string | null;
  problems: string[];
}

const asX = "X answered with something else than figures of posts";

/** X lists deleted posts in `errors` as resource-not-found. Throws ReadError if there are neither figures nor errors. */
export function readFiguresAnswer(status: number, body: unknown, ids: readonly string[]): FiguresAnswer {
  const { data, errors } = partsOf(body);
  const wanted = new Set(ids);
  const figures = readItems(data).filter(({ postId }) => wanted.delete(postId));
  if (figures.length === 0 && errors.length === 0) throw new ReadError(asX, status);
  const gone = errors.filter(isGone).flatMap((error) => {
    const id = idOf(error);
    return id !== null && wanted.delete(id) ? [id] : [];
  });
  return { figures, gone, problems: problemsIn(errors) };
}

/** Reads a page of GET /2/users/:id/tweets. Throws ReadError if it isn't certainly one. */
export function readFiguresPage(status: number, body: unknown): FiguresPage {
  const { data, errors, meta } = partsOf(body);
  const posts = data?.length ?? 0;
  if (posts === 0 && errors.length === 0 && meta.result_count !== 0) throw new ReadError(asX, status);
  return {
    figures: readItems(data),
    posts,
    nextToken: typeof meta.next_token === "string" ? meta.next_token : null,
    problems: problemsIn(errors),
  };
}

function partsOf(body: unknown): { data: unknown[] | null; errors: Fields[]; meta: Fields } {
  const { data, errors, meta } = fieldsOf(body);
  return { data: Array.isArray(data) ? data : null, errors: listOf(errors).filter(isFields), meta: fieldsOf(meta) };
}

const isPostId = (value: unknown): value is string => typeof value === "string" && /^\d{1,19}$/.test(value);
const isGone = (error: Fields): boolean => problemType(error.type) === "resource-not-found";
/** Older answers name the post only in `value`. */
const idOf = ({ resource_id, value }: Fields): string | null => [resource_id, value].find(isPostId) ?? null;

/** Only what looks like a type may go to the log. */
const problemsIn = (errors: Fields[]): string[] => {
  const types = errors.filter((error) => !isGone(error)).map((error) => problemType(error.type));
  return [...new Set(types.map((type) => (/^[\w:-]{1,40}$/.test(type) ? type : "unnamed")))];
};

const readItems = (data: unknown[] | null): PostFigures[] =>
  (data ?? [])
    .filter(isFields)
    .flatMap((item) => (isPostId(item.id) ? [{ postId: item.id, ...readFigures(item) }] : []));

/** Names from X's API documents 2.166 and 2.167; 2.167 calls reposts `repost_count`. */
function readFigures(item: Fields): Omit<PostFigures, "postId"> {
  const open = fieldsOf(item.public_metrics);
  const own = fieldsOf(item.non_public_metrics);
  return {
    likes: countOf(open.like_count),
    reposts: countOf(open.retweet_count) ?? countOf(open.repost_count),
    replies: countOf(open.reply_count),
    quotes: countOf(open.quote_count),
    bookmarks: countOf(open.bookmark_count),
    impressions: countOf(open.impression_count) ?? countOf(own.impression_count),
    linkClicks: countOf(own.url_link_clicks),
    profileClicks: countOf(own.user_profile_clicks),
    engagements: countOf(own.engagements),
  };
}

const countOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
