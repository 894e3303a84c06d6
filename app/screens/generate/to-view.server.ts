// What stands on /generate, made of what was fetched for it: the composer with its wire and recent topics, or a batch. Pure.
import { callMessages, generationMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import type { BatchPage, BatchView, TaskView } from "~/features/generation/generation.server";
import type { RecentBatch } from "~/features/generation/recent-batches";
import { suggestionsPath } from "~/features/generation/suggestions-path";
import type { WireMoments } from "~/features/generation/wire-shape";
import { drawMoment, type MomentInput } from "~/features/publishing/rules/moment";
import { toTweetView } from "~/features/timeline/view.server";
import type { TweetView } from "~/features/tweets/tweet";
import { isZoneUnknown } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, startOfLocalDay, wallClock } from "~/ground/time/zone";
import { isOfShowcase, showcase, writtenBefore } from "~/ports/ai/demo/showcase";
import type { Viewer } from "~/screens/frame/viewer.server";
import { type FetchedWeek, toWeek, type WeekData } from "~/screens/timeline/week.server";
import { sampleTweets } from "./sample";
import { generateTitle } from "./title";

/** By what moments are drawn on this server. */
type Drawing = Pick<MomentInput, "window" | "quietHours">;

export interface FetchedInput {
  view: "input";
  /** What the person asked before; a few where the URL doesn't ask for all. */
  page: BatchPage;
  /** A topic that could not be asked yet, or "". */
  kept: string;
  demoWriter: boolean;
}

/** What the URL names; missing where the person has it not, and to every guest. */
export type Found =
  { task: TaskView } | { batch: BatchView; /** One a tweet. */ postUrls: (string | null)[] } | "missing";

export interface FetchedResults {
  view: "results";
  /** Null: the URL names nothing. */
  found: Found | null;
  week: FetchedWeek;
}

interface Surroundings extends Viewer {
  drawing: Drawing;
}

export type Fetched = Surroundings & (FetchedInput | FetchedResults);

export interface InputData {
  view: "input";
  topic: string;
  /** A topic that the demo writer has good tweets for, where nothing was asked for yet. */
  example: string | null;
  recent: RecentBatch[];
  /** The pages next to this one where the URL asks for all topics, as its `topics` says them; null where for a few. */
  topicPages: { newer: string | null; older: string | null } | null;
  /** There are more topics than those few. */
  hasMoreTopics: boolean;
  wire: WireMoments;
  /** The wire's hours are in UTC, since nobody has told where the person is. */
  zoneUnknown: boolean;
  window: string;
  quiet: { from: string; to: string } | null;
}

export interface ResultsData {
  view: "results";
  title: string;
  webSearch: boolean;
  isDemo: boolean;
  /** What is said of the demo writer's example; null for all other tweets. */
  prepared: string | null;
  /** Where Google's search suggestions of this batch are, if it has any. */
  suggestionsHref: string | null;
  test: boolean;
  batchId: string | null;
  /** While the tweets are being written. */
  waitingFor: string | null;
  /** Since they were asked for, ms. */
  elapsed: number;
  /** Seconds until a page without a script loads itself again. */
  refreshAfter: number | null;
  error: string | null;
  /** There is no such batch or generation here, or a guest asks for one: nothing to try again. */
  missing: boolean;
  tweets: TweetView[];
  week: WeekData;
}

export type GenerateData = InputData | ResultsData;

/** The URL's `topics` on the first page of all. */
const newestTopics = "all";

export const toView = (fetched: Fetched): GenerateData =>
  fetched.view === "input" ? toInput(fetched) : toResults(fetched);

function toInput(fetched: Surroundings & FetchedInput): InputData {
  const { user, query, now, timeZone, drawing, page, kept, demoWriter } = fetched;
  const { batches, older, newer } = page;
  const { window, quietHours } = drawing;
  const topics = query.get("topics");
  const isNew = demoWriter && batches.length === 0 && topics === null && !query.get("topic");
  const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return {
    view: "input",
    topic: query.get("topic") ?? kept,
    example: isNew ? showcase.topic : null,
    topicPages: topics === null ? null : { older, newer: newer === "first" ? newestTopics : newer },
    hasMoreTopics: older !== null,
    recent: batches.map((batch) => ({
      href: `/generate?batch=${batch.id}`,
      topic: batch.topic,
      when: `${dayLabel(batch.createdAt, timeZone, now)}, ${clockTime(batch.createdAt, timeZone)}`,
      whenIso: iso(batch.createdAt),
      count: batch.tweets,
    })),
    wire: wireOf(fetched),
    zoneUnknown: !user || isZoneUnknown(user),
    window: `${window.fromMs / hours(1)} to ${window.toMs / hours(1)} hours`,
    quiet: quietHours && { from: pad(quietHours.from), to: pad(quietHours.to) },
  };
}

function toResults({ found, week, ...by }: Surroundings & FetchedResults): ResultsData {
  return {
    view: "results",
    title: generateTitle,
    webSearch: false,
    isDemo: false,
    prepared: null,
    suggestionsHref: null,
    test: by.query.get("test") === "1",
    batchId: null,
    waitingFor: null,
    elapsed: 0,
    refreshAfter: null,
    error: null,
    missing: false,
    tweets: [],
    week: toWeek(week, by),
    ...shown(found, by),
  };
}

/** Where nothing is named test mode shows its sample, if the URL asks for one. */
function shown(found: FetchedResults["found"], by: Surroundings): Partial<ResultsData> {
  if (found === "missing")
    return { error: by.user ? generationMessages.batch : callMessages.notSignedIn, missing: true };
  if (found && "task" in found) return taskShown(found.task, by.now);
  if (found) return batchShown(found, by);
  if (by.query.get("sample") !== "1") return {};
  return { prepared: writtenBefore, tweets: sampleTweets(by.now, by.timeZone, draw(by, 0.4)) };
}

function taskShown({ id, topic, webSearch, status, error, createdAt }: TaskView, now: number): Partial<ResultsData> {
  const told = status === "failed" ? { error } : { waitingFor: id, elapsed: now - createdAt, refreshAfter: 3 };
  return { title: topic, webSearch, ...told };
}

function batchShown({ batch, postUrls }: Extract<Found, { batch: BatchView }>, viewer: Viewer): Partial<ResultsData> {
  const { id, topic, webSearch, isDemo, tweets, sources } = batch;
  return {
    title: topic,
    batchId: id,
    webSearch,
    isDemo,
    prepared: isDemo && tweets.some(({ content }) => isOfShowcase(content)) ? writtenBefore : null,
    suggestionsHref: suggestionsPath(batch),
    tweets: tweets.map((tweet, index) => toTweetView({ tweet, postUrl: postUrls[index] ?? null, sources }, viewer)),
  };
}

/** Where a tweet asked for now would land: the rule itself, asked for its ends and for one moment between. */
function wireOf(by: Surroundings): WireMoments {
  const { now, timeZone } = by;
  const { year, month, day } = wallClock(now, timeZone);
  const midnight = startOfLocalDay(year, month, day, timeZone);
  const minute = (ms: number) => Math.round((ms - midnight) / 60_000);
  const at = (share: number) => minute(draw(by, share).at);
  return { now: minute(now), windowFrom: at(0), windowTo: at(0.9999), lands: at(0.6) };
}

/** The moment that lies `share` of the way through those that a tweet added now may get. */
const draw = ({ now, timeZone, drawing }: Surroundings, share: number) =>
  drawMoment({ now, timeZone, ...drawing, random: () => share });
