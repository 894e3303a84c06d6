// Converts analyses and bots to their API form.
import type { Analysis } from "~/features/analysis/analysis.server";
import { iso } from "~/ground/time/iso";
import type { BotView } from "./views.server";

const isoOrNull = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : iso(at));

/** See spec section 3, "Analysis response". `bot` is undefined if never started. */
export const toRecord = (analysis: Analysis, bot: BotView | undefined) => ({
  analysis_id: analysis.id,
  input_id: analysis.id,
  input_info: {
    id: analysis.id,
    user_id: analysis.userId,
    original_content: analysis.content,
    input_type: analysis.inputType,
    status: analysis.status,
    created_at: iso(analysis.createdAt),
    updated_at: iso(analysis.updatedAt),
  },
  analysis_result: {
    id: analysis.id,
    input_id: analysis.id,
    user_id: analysis.userId,
    summary: analysis.summary,
    tags: analysis.tags,
    analysis_metadata: analysis.metadata,
    quality_score: analysis.qualityScore,
    status: analysis.status,
    bot_enabled: bot?.enabled ?? false,
    bot_status: bot?.status ?? "not_started",
    bot_started_at: isoOrNull(bot?.startedAt),
    created_at: iso(analysis.createdAt),
    updated_at: iso(analysis.updatedAt),
  },
});

export const toListed = (analysis: Analysis, bot: BotView | undefined) => ({
  id: analysis.id,
  summary: analysis.summary,
  bot_enabled: bot?.enabled ?? false,
  quality_score: analysis.qualityScore,
  created_at: iso(analysis.createdAt),
  input_type: analysis.inputType,
  status: analysis.status,
});

export const toActive = ({ analysis, bot }: { analysis: Analysis; bot: BotView }) => ({
  analysis_id: analysis.id,
  summary: analysis.summary,
  bot_enabled: bot.enabled,
  input_type: analysis.inputType,
  twitter_account_name: bot.username,
  bot_status: bot.status,
  status_reason: bot.reason,
  next_post_at: isoOrNull(bot.nextPostAt),
});
