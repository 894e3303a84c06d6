// The fake X's figures: what it tells of posts, to whom, under which names, and what it leaves out.
import { createHash } from "node:crypto";
import { type FakeUser, type FakeWorld, type TruePost, wirePost } from "./fake-x-world";

/** X's own counts of a post; whatever a test sets instead may be of any kind, also no number. */
export interface TrueFigures {
  likes: unknown;
  reposts: unknown;
  replies: unknown;
  quotes: unknown;
  bookmarks: unknown;
  impressions: unknown;
  linkClicks: unknown;
  profileClicks: unknown;
  engagements: unknown;
}

export interface FigureRules {
  /** How reposts are called: `retweet_count` in X's document 2.166, `repost_count` in 2.167. */
  document: "2.166" | "2.167";
  /** What becomes of a post whose private figures may not be seen: it comes without them, or not at all. */
  unauthorized: "without" | "missing";
  /** The handle of the account that owns the app: its own list is cheaper. */
  owner: string | null;
}

export const usualFigureRules: FigureRules = { document: "2.166", unauthorized: "without", owner: null };

const monthMs = 30 * 86_400_000;
const halfDayMs = 43_200_000;

/** Grows with age for half a day, and is decided by the id alone. */
export function figuresAt({ id, createdAt }: TruePost, now: number): Record<keyof TrueFigures, number> {
  const seed = createHash("sha256").update(id).digest();
  const share = Math.min(1, Math.max(0, now - createdAt) / halfDayMs);
  const count = (n: number, max: number) => Math.floor((2 + (seed[n] ?? 0)) * max * share);
  const [likes, reposts, replies, quotes, bookmarks] = [
    count(0, 2),
    count(1, 1),
    count(2, 1),
    count(3, 1),
    count(4, 1),
  ];
  const reactions = likes + reposts + replies + quotes + bookmarks;
  const [linkClicks, profileClicks] = [count(5, 1), count(6, 1)];
  const impressions = 20 * reactions;
  const engagements = reactions + linkClicks + profileClicks;
  return { likes, reposts, replies, quotes, bookmarks, impressions, linkClicks, profileClicks, engagements };
}

const notFound = (id: string) => ({
  value: id,
  detail: `Could not find tweet with ids: [${id}].`,
  title: "Not Found Error",
  resource_type: "tweet",
  parameter: "ids",
  resource_id: id,
  type: "https://api.twitter.com/2/problems/resource-not-found",
});

const notAuthorized = (id: string) => ({
  resource_type: "tweet",
  field: "non_public_metrics",
  title: "Field Authorization Error",
  section: "data",
  detail: `Sorry, you are not authorized to access 'non_public_metrics' on the Tweet with id : [${id}].`,
  resource_id: id,
  value: id,
  parameter: "ids",
  type: "https://api.x.com/2/problems/not-authorized-for-field",
});

interface Setup {
  rules: FigureRules;
  world: FakeWorld;
  now: () => number;
  /** What a test set of a post's figures. */
  set: ReadonlyMap<string, Partial<TrueFigures>>;
}

/** What one answer tells of posts: those that are shown, and what is left out. */
export function figureTeller({ rules, world, now, set }: Setup) {
  function withFigures(post: TruePost, fields: readonly string[], viewer: FakeUser) {
    const one = { ...figuresAt(post, now()), ...set.get(post.id) };
    const isPrivate = fields.includes("non_public_metrics");
    const maySee = post.userId === viewer.id && now() - post.createdAt <= monthMs;
    const open = {
      [rules.document === "2.166" ? "retweet_count" : "repost_count"]: one.reposts,
      reply_count: one.replies,
      like_count: one.likes,
      quote_count: one.quotes,
      bookmark_count: one.bookmarks,
      impression_count: one.impressions,
    };
    const own = {
      impression_count: one.impressions,
      url_link_clicks: one.linkClicks,
      user_profile_clicks: one.profileClicks,
      engagements: one.engagements,
    };
    const shown = {
      ...wirePost(post, fields),
      ...(fields.includes("public_metrics") ? { public_metrics: open } : {}),
      ...(isPrivate && maySee ? { non_public_metrics: own } : {}),
    };
    const error = isPrivate && !maySee ? notAuthorized(post.id) : null;
    return { shown: error && rules.unauthorized === "missing" ? null : shown, error };
  }

  const tell = (posts: readonly TruePost[], fields: readonly string[], viewer: FakeUser) => {
    const told = posts.map((post) => withFigures(post, fields, viewer));
    return {
      data: told.flatMap(({ shown }) => shown ?? []),
      errors: told.flatMap(({ error }) => error ?? []) as object[],
    };
  };

  /** By ids, in their order; who asks for deleted ones is told so beside the others. */
  const tellOf = (ids: readonly string[], fields: readonly string[], viewer: FakeUser) => {
    const found = ids.flatMap((id) => world.posts.find((post) => post.id === id && !world.isDeleted(id)) ?? []);
    const { data, errors } = tell(found, fields, viewer);
    const there = new Set(found.map(({ id }) => id));
    return { data, errors: [...errors, ...ids.filter((id) => !there.has(id)).map(notFound)] };
  };

  return { tell, tellOf };
}
