// Builds the view of /generate: the input, or a task or batch. Pure.
import { callMessages, generationMessages } from "~/ground/messages";
import { hours } from "~/ground/time/duration";
import type { BatchPage, BatchView, listRefining, TaskView } from "~/features/generation/generation.server";
import type { RecentBatch } from "~/features/generation/recent-batches";
import { type ShownView, toShownView } from "~/features/generation/shown";
import { suggestionsPath } from "~/features/generation/suggestions-path";
import { partsIn } from "~/features/generation/thread/format";
import type { TweetPicture } from "~/features/media/media";
import { type PictureView, toPictureView } from "~/features/media/picture-view";
import type { WireMoments } from "~/features/generation/wire-shape";
import { drawMoment, type MomentInput } from "~/features/moments/moment";
import type { ThreadView } from "~/features/threads/thread-view";
import { toTweetView } from "~/features/timeline/view.server";
import { type RefiningView, toRefiningView } from "~/features/generation/refining/view";
import { weigh } from "~/features/tweets/text.server";
import { batchCostText, type TweetView } from "~/features/tweets/tweet";
import type { Tweet } from "~/features/tweets/tweets.server";
import type { Version } from "~/features/tweets/versions.server";
import { isZoneUnknown } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import { momentLabel, startOfLocalDay, wallClock } from "~/ground/time/zone";
import * as demo from "~/ports/ai/demo/showcase";
import type { Writer } from "~/ports/ai/port";
import type { WriterLimits } from "~/ports/ai/refine";
import { type Named as NamedWriter, nameOf, nameWithPlace, workText } from "~/ports/ai/writer-words";
import { namedIn } from "~/screens/editing/named-edit.server";
import type { Named } from "~/screens/editing/use-editing";
import type { Viewer } from "~/screens/frame/viewer.server";
import type { PlanView } from "~/screens/timeline/plan/plan.server";
import { type FetchedWeek, toWeek, type WeekData } from "~/screens/timeline/week.server";
import { type FoundThread, ofWhole, toThread } from "~/screens/timeline/to-thread.server";
import type { KeptTopic } from "./kept-topic.server";
import { originOf } from "./origin";
import { type SampleLink, samplesNamed, sampleTweets } from "./sample";
import { type StillWriting, stillWriting } from "./still-writing";
import { generateTitle } from "./title";

type Drawing = Pick<MomentInput, "window" | "quietHours">;

export interface FetchedInput {
  view: "input";
  page: BatchPage;
  kept: KeptTopic;
  writer: NamedWriter & Pick<Writer, "place" | "isHome" | "canSearch" | "second">;
  /** Only asked for the demo writer. */
  isAdmin: boolean;
  hasVoice: boolean;
}

/** "missing" if the user doesn't have it, and for every guest. */
export type Found = { task: TaskView } | FoundBatch | "missing";

interface FoundBatch {
  batch: BatchView;
  postUrls: (string | null)[];
  wholes: (FoundThread | null)[];
  pictured: ReadonlyMap<number, readonly TweetPicture[]>;
  refining: Awaited<ReturnType<typeof listRefining>>;
  versions: Map<number, Version[]>;
  shownPosts: Map<number, string>;
}

export interface FetchedResults {
  view: "results";
  found: Found | null;
  week: FetchedWeek;
  plan: PlanView | null;
  limits: WriterLimits | null;
}

interface Surroundings extends Viewer {
  drawing: Drawing;
}

export type Fetched = Surroundings & (FetchedInput | FetchedResults);

export interface InputData {
  view: "input";
  topic: string;
  parts: string;
  example: string | null;
  writerHint: string | null;
  /** The reason why Web Search is off; null if it can be on. */
  searchRefusal: string | null;
  /** Whether it links to how to add a key. */
  showsKeyHelp: boolean;
  recent: RecentBatch[];
  topicPages: { newer: string | null; older: string | null } | null;
  hasMoreTopics: boolean;
  wire: WireMoments;
  zoneUnknown: boolean;
  window: string;
  quiet: { from: string; to: string } | null;
  hasVoice: boolean;
}

export interface ResultsData {
  view: "results";
  title: string;
  hint: string;
  /** The writer, tokens, cost and time of the batch, as one line. */
  work: string | null;
  /** The writer's limits in refining; null if it has none. */
  limits: WriterLimits | null;
  shown: ShownView | null;
  suggestionsHref: string | null;
  test: boolean;
  samples: SampleLink[] | null;
  batchId: string | null;
  parts: number | null;
  /** The task's id while tweets are being written. */
  waitingFor: string | null;
  /** Milliseconds since the task began. */
  elapsed: number;
  stillWriting: StillWriting | null;
  /** Seconds until a page without a script reloads. */
  refreshAfter: number | null;
  error: string | null;
  missing: boolean;
  tweets: TweetView[];
  threads: Record<number, ThreadView>;
  pictures: Record<number, PictureView[]>;
  refining: Record<number, RefiningView>;
  canWriteAgain: boolean;
  scheduleAll: string | null;
  editing: Named | null;
  week: WeekData;
}

export type GenerateData = InputData | ResultsData;

const newestTopics = "all";

export const toView = (fetched: Fetched): GenerateData =>
  fetched.view === "input" ? toInput(fetched) : toResults(fetched);

function toInput(fetched: Surroundings & FetchedInput): InputData {
  const { user, query, now, timeZone, drawing, page, kept, writer, isAdmin, hasVoice } = fetched;
  const demoWriter = writer.kind === "demo";
  const { batches, older, newer } = page;
  const { window, quietHours } = drawing;
  const topics = query.get("topics");
  const isNew = demoWriter && batches.length === 0 && topics === null && !query.get("topic");
  const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return {
    view: "input",
    hasVoice,
    topic: query.get("topic") ?? kept.topic,
    parts: String(partsIn(query.get("parts")) ?? (query.has("topic") ? null : kept.parts) ?? ""),
    example: isNew ? demo.showcase.topic : null,
    writerHint: demoWriter ? demo.samplesOnly : `Written by ${nameWithPlace(writer)}`,
    // The demo writer takes the box, and the results say that it doesn't search.
    searchRefusal: demoWriter || writer.canSearch ? null : `${nameOf(writer)} can’t search the web.`,
    showsKeyHelp: isAdmin,
    topicPages: topics === null ? null : { older, newer: newer === "first" ? newestTopics : newer },
    hasMoreTopics: older !== null,
    recent: batches.map(({ id, topic, createdAt, tweets: count, parts }) => ({
      href: `/generate?batch=${id}`,
      topic,
      when: momentLabel(createdAt, timeZone, now),
      whenIso: iso(createdAt),
      count,
      parts,
    })),
    wire: wireOf(fetched),
    zoneUnknown: !user || isZoneUnknown(user),
    window: `${window.fromMs / hours(1)} to ${window.toMs / hours(1)} hours`,
    quiet: quietHours && { from: pad(quietHours.from), to: pad(quietHours.to) },
  };
}

function toResults({ found, week, plan, limits, ...by }: Surroundings & FetchedResults): ResultsData {
  const weekData = { ...toWeek(week, by), plan };
  const { origin, ...view } = shown(found, by);
  // The line about the day already says that the sandbox costs nothing.
  const cost = batchCostText(view.tweets ?? [], week.sandbox && weekData.day === null);
  return {
    view: "results",
    title: generateTitle,
    hint: [origin, cost, weekData.day].filter(Boolean).join(" "),
    work: null,
    limits,
    shown: null,
    suggestionsHref: null,
    test: by.query.get("test") === "1",
    samples: null,
    batchId: null,
    parts: null,
    waitingFor: null,
    elapsed: 0,
    stillWriting: null,
    refreshAfter: null,
    error: null,
    missing: false,
    tweets: [],
    threads: {},
    pictures: {},
    refining: {},
    canWriteAgain: false,
    scheduleAll: null,
    editing: null,
    week: weekData,
    ...view,
  };
}

function shown(
  found: FetchedResults["found"],
  fetched: Surroundings,
): Partial<ResultsData> & { origin?: string | null } {
  if (found === "missing")
    return { error: fetched.user ? generationMessages.batch : callMessages.notSignedIn, missing: true };
  if (found && "task" in found) return taskShown(found.task, fetched.now);
  if (found) return batchShown(found, fetched);
  const sample = fetched.query.get("sample");
  if (sample !== "1") return samplesNamed(sample) ?? {};
  return {
    origin: `${sampleHint} ${demo.writtenBefore}`,
    tweets: sampleTweets(fetched.now, fetched.timeZone, draw(fetched, 0.4)),
  };
}

const sampleHint = "Sample data: nothing here is posted.";

function taskShown(task: TaskView, now: number): Partial<ResultsData> {
  const { id, topic, parts, status, error, createdAt } = task;
  if (status === "failed") return { title: topic, parts, error };
  const waiting = { waitingFor: id, elapsed: now - createdAt, stillWriting: stillWriting(task, now) };
  return { title: topic, parts, ...waiting, refreshAfter: pollAfter };
}

/** Seconds. */
const pollAfter = 3;

function batchShown({ batch, postUrls, wholes, ...found }: FoundBatch, viewer: Viewer): ReturnType<typeof shown> {
  const { id, topic, tweets, sources } = batch;
  const threads: Record<number, ThreadView> = {};
  const pictures: ResultsData["pictures"] = {};
  for (const [n, { id }] of tweets.entries()) {
    const whole = wholes[n];
    if (whole) threads[id] = toThread(whole, viewer, { isOrdered: false });
    for (const [part, all] of whole?.pictures ?? []) pictures[part] = all.map(toPictureView);
  }
  const refining: Record<number, RefiningView> = {};
  for (const tweet of tweets) {
    const versions = found.versions.get(tweet.id) ?? [];
    const about = { last: found.refining.ofTweets.get(tweet.id), ofBatch: found.refining.ofBatch, versions };
    const view = toRefiningView(tweet, about, weigh);
    if (view) refining[tweet.id] = view;
  }
  const isWriting = Object.values(refining).some(({ state }) => state === "writing");
  const isUnedited = (tweetId: number) => !found.versions.get(tweetId)?.some(({ by }) => by === "person");
  const single = openIn(batch).filter(({ part }) => part === null);
  return {
    threads,
    pictures,
    parts: tweets.map(({ id }) => threads[id]?.parts.length).find((count) => count !== undefined) ?? null,
    refining,
    editing: namedIn(viewer.query, tweets),
    // A reload without a script would lose what was typed.
    refreshAfter: isWriting && !["schedule", "edit", "write"].some((name) => viewer.query.has(name)) ? pollAfter : null,
    canWriteAgain: !isWriting && single.some(({ id: tweetId }) => isUnedited(tweetId)),
    scheduleAll: scheduleAllText(single.length, tweets.length),
    title: topic,
    batchId: id,
    origin: originOf(batch),
    work: workText(batch.work),
    shown: toShownView(batch.shown, found.shownPosts),
    suggestionsHref: suggestionsPath(batch),
    tweets: tweets.map((tweet, index) => {
      const thread = threads[tweet.id];
      const going = [{ content: tweet.content, pictures: found.pictured.get(tweet.id) ?? [] }];
      const view = toTweetView({ tweet, postUrl: postUrls[index] ?? null, sources, going }, viewer);
      return { ...view, ...(thread && ofWhole(thread)) };
    }),
  };
}

export const openIn = ({ tweets }: Pick<BatchView, "tweets">): Tweet[] =>
  tweets.filter(({ state, discardedAt }) => state === "pending" && discardedAt === null);

function scheduleAllText(open: number, all: number): string | null {
  if (open === 0) return null;
  return open === all ? "Schedule all…" : `Schedule ${open} pending…`;
}

/** Runs the real rule for both ends of the window and one time between. */
function wireOf(fetched: Surroundings): WireMoments {
  const { now, timeZone } = fetched;
  const { year, month, day } = wallClock(now, timeZone);
  const midnight = startOfLocalDay(year, month, day, timeZone);
  const minute = (ms: number) => Math.round((ms - midnight) / 60_000);
  const at = (share: number) => minute(draw(fetched, share).at);
  return { now: minute(now), windowFrom: at(0), windowTo: at(0.9999), lands: at(0.6) };
}

/** Returns the time at `share` (0 to 1) of the possible window. */
const draw = ({ now, timeZone, drawing }: Surroundings, share: number) =>
  drawMoment({ now, timeZone, ...drawing, random: () => share });
