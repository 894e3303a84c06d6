// Formats a bot's state and times in the user's zone.
import { botMessages } from "~/ground/messages";
import type { Analysis } from "~/features/analysis/analysis.server";
import type { BotCardView, BotFacts, ProposalView, WhenView } from "~/features/bots/bot-view";
import type { BotView } from "~/features/bots/bots.server";
import { pictureMicrosOf } from "~/features/spending/price";
import { priceOfAll } from "~/features/spending/full-price.server";
import { truncate } from "~/features/tweets/text";
import { hasLink, weigh } from "~/features/tweets/text.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { momentLabel, shortDate } from "~/ground/time/zone";

export interface Viewer {
  now: number;
  timeZone: string;
}

export function botFacts(bot: BotView | undefined, { now, timeZone }: Viewer): BotFacts {
  const when = (at: number | null | undefined): WhenView | null =>
    at === null || at === undefined ? null : { text: momentLabel(at, timeZone, now), iso: iso(at) };
  return {
    status: bot?.status ?? "not_started",
    enabled: bot?.enabled ?? false,
    reason: bot?.reason ?? null,
    gaveUp: bot?.gaveUp ?? false,
    username: bot?.username ?? null,
    posts: bot?.posts ?? 0,
    next: when(bot?.nextPostAt),
    last: when(bot?.lastPostAt),
  };
}

const summaryLength = 100;

export const scoreText = (score: number | null): string | null => (score === null ? null : score.toFixed(1));

export const shortSummary = ({ summary, content }: Analysis): string => truncate(summary || content, summaryLength);

export function botCard(analysis: Analysis, bot: BotView | undefined, viewer: Viewer): BotCardView {
  return {
    ...botFacts(bot, viewer),
    analysisId: String(analysis.id),
    summary: shortSummary(analysis),
    href: `/product-analyse?analysis=${analysis.id}`,
    score: scoreText(analysis.qualityScore),
    day: shortDate(analysis.createdAt, viewer.timeZone),
    startable: analysis.status === "completed",
  };
}

export function toProposal({ id, content }: Tweet, pictured: Pictured): ProposalView {
  const pictures = pictured.get(id) ?? [];
  return {
    id,
    text: content,
    weightedLength: weigh(content),
    costUsd: priceOfAll([{ content, pictures }]),
    hasLink: hasLink(content),
    ...(pictures.length > 0 && {
      pictures: pictures.length,
      picturesUsd: pictureMicrosOf(pictures) / 1_000_000,
    }),
  };
}

export type Pictured = ReadonlyMap<number, readonly { altText: string }[]>;

export const didOf = (query: URLSearchParams): string | null => {
  const did = query.get("did");
  return did === "started" ? botMessages.started : did === "stopped" ? botMessages.stopped : null;
};
