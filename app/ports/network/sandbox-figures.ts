// The sandbox's audience: figures of a post, invented from its id, the same on every reading and only growing. Pure.
import { hash } from "node:crypto";
import { days, hours } from "~/ground/time/duration";
import type { PostFigures } from "./port";

interface ShownPost {
  id: string;
  text: string;
  /** ms */
  createdAt: number;
}

/** A post has half of its views after some four hours. */
const pace = hours(6);
const audience = { min: 40, max: 2_000 };
/** Log-normal: of a hundred posts 95 fall between the two ends, and the others are moved to them. */
const middle = Math.log(audience.min * audience.max) / 2;
const spread = Math.log(audience.max / audience.min) / 4;
/** More people read of an evening. The sandbox lives in UTC: it knows nobody's zone, and one that changed would shrink figures. */
const evening = { from: 18, to: 20, more: 1.6 };
/** How many of the views become a reaction, are followed to a link or to the profile. */
const rates = { reactions: [0.005, 0.06], linkClicks: [0.002, 0.02], profileClicks: [0.001, 0.01] } as const;
/** As at X: for so long the network tells what only the author may know. */
const privateFor = days(30);

type Kind = "likes" | "reposts" | "replies" | "quotes" | "bookmarks";
/** Of 256 reactions, where those of each kind end. */
const kindEnds: readonly (readonly [Kind, number])[] = [
  ["likes", 168],
  ["reposts", 194],
  ["replies", 222],
  ["quotes", 230],
  ["bookmarks", 256],
];

/** From 0 up to 1, decided by the post's id alone; `about` tells several of them apart. */
const chance = (id: string, about: string): number =>
  Number.parseInt(hash("sha256", `${about} ${id}`).slice(0, 12), 16) / 2 ** 48;

function rateOf(id: string, about: keyof typeof rates): number {
  const [min, max] = rates[about];
  return min + (max - min) * chance(id, about);
}

/** How many views it ends with. */
function audienceOf({ id, createdAt }: ShownPost): number {
  const bell = Math.sqrt(-2 * Math.log(1 - chance(id, "size"))) * Math.cos(2 * Math.PI * chance(id, "side"));
  const views = Math.min(audience.max, Math.max(audience.min, Math.exp(middle + spread * bell)));
  const hour = new Date(createdAt).getUTCHours();
  return hour >= evening.from && hour < evening.to ? views * evening.more : views;
}

/** The first so many reactions by kind. Each has its kind for good, so that no kind's count ever falls. */
function byKind(id: string, reactions: number): Record<Kind, number> {
  const counts: Record<Kind, number> = { likes: 0, reposts: 0, replies: 0, quotes: 0, bookmarks: 0 };
  const bytes: number[] = [];
  while (bytes.length < reactions) bytes.push(...Buffer.from(hash("sha256", `kinds ${bytes.length} ${id}`), "hex"));
  for (const byte of bytes.slice(0, reactions)) {
    const kind = kindEnds.find(([, end]) => byte < end)?.[0];
    if (kind) counts[kind] += 1;
  }
  return counts;
}

/** What the sandbox says of a post at a moment; clicks and engagements only to its author, and while it is young. */
export function figuresOf(post: ShownPost, { now, withPrivate }: { now: number; withPrivate: boolean }): PostFigures {
  const { id } = post;
  const age = Math.max(0, now - post.createdAt);
  const impressions = Math.floor(audienceOf(post) * (1 - Math.exp(-age / pace)));
  const share = (about: keyof typeof rates) => impressions * rateOf(id, about);
  // Rounded up or down by chance: whole numbers of few views would else all be too small.
  const reactions = Math.floor(share("reactions") + chance(id, "rounding"));
  const linkClicks = /https?:\/\//i.test(post.text) ? Math.floor(share("linkClicks")) : 0;
  const profileClicks = Math.floor(share("profileClicks"));
  const own =
    withPrivate && age <= privateFor
      ? { linkClicks, profileClicks, engagements: reactions + linkClicks + profileClicks }
      : { linkClicks: null, profileClicks: null, engagements: null };
  return { postId: id, ...byKind(id, reactions), impressions, ...own };
}
