// What /generate loads: the composer with its wire and recent topics, or a batch in the making, or its tweets.
import { callMessages, generationMessages } from "~/ground/messages";
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { hours } from "~/ground/time/duration";
import { isAppError } from "~/ground/errors";
import {
  type BatchPage,
  getBatch,
  getTask,
  listBatches,
  suggestionsPath,
} from "~/features/generation/generation.server";
import type { RecentBatch } from "~/features/generation/recent-batches";
import type { WireMoments } from "~/features/generation/wire-shape";
import { drawMoment } from "~/features/publishing/rules/moment";
import { toView } from "~/features/timeline/timeline.server";
import type { TweetView } from "~/features/tweets/tweet";
import { isZoneUnknown, type User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { isOfShowcase, showcase, writtenBefore } from "~/ports/ai/demo/showcase";
import { clockTime, dayLabel, startOfLocalDay, wallClock } from "~/ground/time/zone";
import { generateTitle } from "./title";
import { hrefWith } from "~/screens/forms/href-with";
import { sampleTweets } from "./sample";
import { keptTopic } from "./kept-topic.server";
import { setFlash } from "~/screens/forms/flash.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { loadWeekData, type WeekData } from "~/screens/timeline/week.server";

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

const recentTopics = 5;
const topicsOfPage = 20;
/** The URL's `topics` on the first page of all. */
const newestTopics = "all";

export async function loadGenerate(args: LoaderArgs): Promise<InputData | ResultsData> {
  const { app, viewer } = await readViewer(args);
  const { user, query } = viewer;
  const url = new URL(args.request.url);
  const test = query.get("test") === "1";
  const [job, batch] = [query.get("job"), query.get("batch")];
  if (job === null && batch === null && !test) {
    const kept = keptTopic(args.request, app.config);
    return loadInput(app, user, query, kept);
  }
  const empty = {
    view: "results",
    webSearch: false,
    isDemo: false,
    prepared: null,
    suggestionsHref: null,
    test,
    batchId: null,
    waitingFor: null,
    elapsed: 0,
    refreshAfter: null,
  } as const;
  const week = await loadWeekData(app, viewer);
  const plain: ResultsData = { ...empty, title: generateTitle, error: null, missing: false, tweets: [], week };
  // Over the API an id is the permission to read (contract). An address is copied, kept and sent about: it shows nothing.
  if (!user && !(job === null && batch === null)) return { ...plain, error: callMessages.notSignedIn, missing: true };
  try {
    if (job !== null) return { ...plain, ...(await loadJob(app, user, url, job)) };
    if (batch !== null) return { ...plain, ...(await loadBatch(app, viewer, batch)) };
    if (query.get("sample") === "1")
      return { ...plain, prepared: writtenBefore, tweets: loadSamples(app, user?.timezone ?? "UTC") };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...plain, error: generationMessages.batch, missing: true };
  }
  return plain;
}

function loadSamples(app: App, timeZone: string): TweetView[] {
  return sampleTweets(app.clock.now(), timeZone, draw(app, timeZone, 0.4));
}

/** Throws a redirect to the batch once it is there. */
async function loadJob(app: App, user: User | null, url: URL, id: string): Promise<Partial<ResultsData>> {
  const task = await getTask(app, id, user?.id ?? null);
  if (task.status === "success" && task.batchId) {
    const { tweets } = await getBatch(app, task.batchId, user?.id ?? null);
    const message = tweets.length === 1 ? "1 tweet is ready" : `${tweets.length} tweets are ready`;
    const headers = { "Set-Cookie": await setFlash(message, app.config) };
    throw redirect(hrefWith(url, { job: null, batch: task.batchId }), { status: 303, headers });
  }
  const shown = { title: task.topic, webSearch: task.webSearch };
  return task.status === "failed"
    ? { ...shown, error: task.error }
    : { ...shown, waitingFor: id, elapsed: app.clock.now() - task.createdAt, refreshAfter: 3 };
}

async function loadBatch(app: App, { user, accounts }: Viewer, id: string): Promise<Partial<ResultsData>> {
  const batch = await getBatch(app, id, user?.id ?? null);
  const viewer = { timeZone: user?.timezone ?? "UTC", accounts };
  return {
    title: batch.topic,
    batchId: id,
    webSearch: batch.webSearch,
    isDemo: batch.isDemo,
    prepared: batch.isDemo && batch.tweets.some(({ content }) => isOfShowcase(content)) ? writtenBefore : null,
    suggestionsHref: suggestionsPath(batch),
    tweets: batch.tweets.map((tweet) => toView(app, tweet, viewer, batch.sources)),
  };
}

const noBatches: BatchPage = { batches: [], older: null, newer: null };

async function loadInput(app: App, user: User | null, query: URLSearchParams, kept: string): Promise<InputData> {
  const timeZone = user?.timezone ?? "UTC";
  const now = app.clock.now();
  const topics = query.get("topics");
  const page = { from: topics, size: topics === null ? recentTopics : topicsOfPage };
  const { batches, older, newer } = user ? await listBatches(app, user.id, page) : noBatches;
  const { window, quietHours } = app.config;
  const isNew = app.ai.kind === "demo" && batches.length === 0 && topics === null && !query.get("topic");
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
    wire: wireOf(app, timeZone),
    zoneUnknown: !user || isZoneUnknown(user),
    window: `${window.fromMs / hours(1)} to ${window.toMs / hours(1)} hours`,
    quiet: quietHours && { from: pad(quietHours.from), to: pad(quietHours.to) },
  };
}

/** Where a tweet asked for now would land: the rule itself, asked for its ends and for one moment between. */
function wireOf(app: App, timeZone: string): WireMoments {
  const now = app.clock.now();
  const { year, month, day } = wallClock(now, timeZone);
  const midnight = startOfLocalDay(year, month, day, timeZone);
  const minute = (ms: number) => Math.round((ms - midnight) / 60_000);
  const at = (share: number) => minute(draw(app, timeZone, share).at);
  return { now: minute(now), windowFrom: at(0), windowTo: at(0.9999), lands: at(0.6) };
}

/** The moment that lies `share` of the way through those that a tweet added now may get. */
function draw(app: App, timeZone: string, share: number) {
  const { window, quietHours } = app.config;
  return drawMoment({ now: app.clock.now(), timeZone, window, quietHours, random: () => share });
}
