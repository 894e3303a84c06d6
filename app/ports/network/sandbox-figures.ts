// Invents a sandbox post's figures from its id: the same on every reading, and only growing. Pure.
import { hash } from "node:crypto";
import { days, hours } from "~/ground/time/duration";
import type { PostFigures } from "./port";

interface ShownPost {
  id: string;
  text: string;
  createdAt: number;
}

const pace = hours(6);
const audience = { min: 40, max: 2_000 };
/** Log-normal: 95 % of posts fall between the two ends, and the rest are clamped to them. */
const middle = Math.log(audience.min * audience.max) / 2;
const spread = Math.log(audience.max / audience.min) / 4;
/** In UTC: a time zone that changes would make figures shrink. */
const evening = { from: 18, to: 20, more: 1.6 };
const rates = { reactions: [0.005, 0.06], linkClicks: [0.002, 0.02], profileClicks: [0.001, 0.01] } as const;
/** As on X, only the author sees private figures, for 30 days. */
const privateFor = days(30);

type Kind = "likes" | "reposts" | "replies" | "quotes" | "bookmarks";
const kindEnds: readonly (readonly [Kind, number])[] = [
  ["likes", 168],
  ["reposts", 194],
  ["replies", 222],
  ["quotes", 230],
  ["bookmarks", 256],
];

const chance = (id: string, figure: string): number =>
  Number.parseInt(hash("sha256", `${figure} ${id}`).slice(0, 12), 16) / 2 ** 48;

function rateOf(id: string, figure: keyof typeof rates): number {
  const [min, max] = rates[figure];
  return min + (max - min) * chance(id, figure);
}

function audienceOf({ id, createdAt }: ShownPost): number {
  const bell = Math.sqrt(-2 * Math.log(1 - chance(id, "size"))) * Math.cos(2 * Math.PI * chance(id, "side"));
  const views = Math.min(audience.max, Math.max(audience.min, Math.exp(middle + spread * bell)));
  const hour = new Date(createdAt).getUTCHours();
  return hour >= evening.from && hour < evening.to ? views * evening.more : views;
}

/** Counts the first `reactions` by kind. Each reaction keeps its kind, so no count ever falls. */
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

export function figuresOf(post: ShownPost, { now, withPrivate }: { now: number; withPrivate: boolean }): PostFigures {
  const { id } = post;
  const age = Math.max(0, now - post.createdAt);
  const impressions = Math.floor(audienceOf(post) * (1 - Math.exp(-age / pace)));
  const share = (figure: keyof typeof rates) => impressions * rateOf(id, figure);
  const reactions = Math.floor(share("reactions") + chance(id, "rounding"));
  const linkClicks = /https?:\/\//i.test(post.text) ? Math.floor(share("linkClicks")) : 0;
  const profileClicks = Math.floor(share("profileClicks"));
  const own =
    withPrivate && age <= privateFor
      ? { linkClicks, profileClicks, engagements: reactions + linkClicks + profileClicks }
      : { linkClicks: null, profileClicks: null, engagements: null };
  return { postId: id, ...byKind(id, reactions), impressions, ...own };
}
