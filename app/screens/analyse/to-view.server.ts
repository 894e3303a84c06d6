// Builds the view of /product-analyse. Pure.
import { chooseAccount } from "~/features/accounts/account";
import type { Analysis } from "~/features/analysis/analysis.server";
import { examples, sample } from "~/features/analysis/examples";
import type { ResultView } from "~/features/analysis/result";
import { verdict } from "~/features/analysis/score";
import type { BotCardView, ControlView } from "~/features/bots/bot-view";
import type { BotView } from "~/features/bots/bots.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import { iso } from "~/ground/time/iso";
import { clockTime, dateWithYear, dayLabel } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";
import { botCard, botFacts, didOf, type Pictured, scoreText, shortSummary, toProposal } from "./bot-facts.server";
import { type EditedProposal, editedProposal } from "./proposal.server";

interface Analysed {
  analysis: Analysis;
  bot: BotView | undefined;
}

export interface FetchedInput {
  kind: "input";
  error: string | null;
  recent: Analysis[];
}

export interface FetchedLists {
  active: Analysed[] | null;
  history: { items: Analysed[]; offset: number; more: boolean } | null;
  error: string | null;
}

export interface FetchedSample {
  kind: "sample";
  lists: FetchedLists;
}

export interface FetchedResults extends Analysed {
  kind: "results";
  lists: FetchedLists;
  checklist: ChecklistView | null;
  pictured: Pictured;
}

export interface Fetched extends Viewer {
  /** The maximum tweets per day of a bot; 0 for no limit. */
  perDay: number;
  of: FetchedInput | FetchedSample | FetchedResults;
}

export interface AnalyseInput {
  view: "input";
  content: string;
  error: string | null;
  recent: { href: string; summary: string; score: string | null; when: string; whenIso: string }[];
}

export interface BotLists {
  active: BotCardView[] | null;
  history: { items: BotCardView[]; offset: number; more: boolean } | null;
  error: string | null;
}

export interface AnalyseResults {
  view: "results";
  test: boolean;
  isDemo: boolean;
  result: ResultView;
  error: string | null;
  control: ControlView;
  lists: BotLists;
  checklist: ChecklistView | null;
  editing: EditedProposal | null;
  did: string | null;
}

export type AnalyseData = AnalyseInput | AnalyseResults;

export function toView({ of, ...by }: Fetched): AnalyseData {
  if (of.kind === "input") return toInput(of, by);
  return of.kind === "sample" ? toSample(of, by) : toResults(of, by);
}

type Surroundings = Omit<Fetched, "of">;

function toInput({ error, recent }: FetchedInput, { query, now, timeZone }: Surroundings): AnalyseInput {
  return {
    view: "input",
    content: examples.find(({ name }) => name === query.get("example"))?.text ?? "",
    error,
    recent: recent.map((analysis) => ({
      href: `/product-analyse?analysis=${analysis.id}`,
      summary: shortSummary(analysis),
      score: scoreText(analysis.qualityScore),
      when: dayLabel(analysis.createdAt, timeZone, now),
      whenIso: iso(analysis.createdAt),
    })),
  };
}

function toResults(
  { analysis, bot, lists, checklist, pictured }: FetchedResults,
  fetched: Surroundings,
): AnalyseResults {
  const proposal = bot?.proposal ? toProposal(bot.proposal, pictured) : null;
  const usernames = fetched.accounts.map(({ username }) => `@${username}`);
  const { id, metadata, error } = analysis;
  return {
    view: "results",
    test: false,
    isDemo: metadata?.writer === "demo",
    result: toResult(analysis, fetched),
    error,
    control: {
      ...toControl(bot, fetched),
      analysisId: String(id),
      review: bot?.review ?? false,
      learn: bot?.learn ?? false,
      proposal,
      usernames,
    },
    lists: toLists(lists, fetched),
    checklist,
    editing: editedProposal(fetched.query.get("edit"), proposal ? [proposal] : []),
    did: didOf(fetched.query),
  };
}

function toSample({ lists }: FetchedSample, fetched: Surroundings): AnalyseResults {
  const { content, summary, tags, score, criteria, improvements } = sample;
  return {
    view: "results",
    test: true,
    isDemo: false,
    result: {
      own: content,
      isSample: true,
      summary,
      tags,
      score,
      word: verdict({ criteria }, Math.round(score * 10)),
      criteria,
      improvements,
      ...shown(fetched.now, fetched.timeZone),
      status: "completed",
    },
    error: null,
    control: {
      ...toControl(undefined, fetched),
      analysisId: "",
      review: false,
      learn: false,
      proposal: null,
      usernames: [],
    },
    lists: toLists(lists, fetched),
    checklist: null,
    editing: null,
    did: didOf(fetched.query),
  };
}

function toResult(analysis: Analysis, { timeZone }: Surroundings): ResultView {
  const { createdAt, metadata, qualityScore } = analysis;
  const criteria = metadata?.criteria ?? [];
  return {
    own: analysis.content,
    summary: analysis.summary,
    tags: analysis.tags,
    score: qualityScore,
    word: qualityScore === null ? "" : verdict({ criteria }, Math.round(qualityScore * 10)),
    criteria,
    improvements: metadata?.improvements ?? [],
    ...shown(createdAt, timeZone),
    status: analysis.status,
  };
}

const shown = (at: number, timeZone: string) => ({
  contentType: "Product description",
  when: `${dateWithYear(at, timeZone)}, ${clockTime(at, timeZone)}`,
  whenIso: iso(at),
});

function toControl(bot: BotView | undefined, fetched: Surroundings) {
  const facts = botFacts(bot, fetched);
  return {
    ...facts,
    username: facts.username ?? chooseAccount(fetched.accounts)?.username ?? null,
    perDay: fetched.perDay,
  };
}

function toLists({ active, history, error }: FetchedLists, fetched: Surroundings): BotLists {
  const cardOf = ({ analysis, bot }: Analysed) => botCard(analysis, bot, fetched);
  return {
    active: active && active.map(cardOf),
    history: history && { ...history, items: history.items.map(cardOf) },
    error,
  };
}
