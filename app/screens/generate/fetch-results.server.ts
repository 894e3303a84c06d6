// Fetches the task or batch that /generate's URL names, and the week.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { type BatchView, getBatch, getTaskWithBatch, listRefining } from "~/features/generation/generation.server";
import { listPicturesOf } from "~/features/media/media.server";
import { findWhole, withThreadError } from "~/screens/timeline/whole-thread.server";
import { listShownPosts } from "~/features/tweets/learned.server";
import { postUrlOf } from "~/features/tweets/tweets.server";
import { listVersionsOf } from "~/features/tweets/versions.server";
import { isAppError } from "~/ground/errors";
import { setFlash } from "~/screens/forms/flash.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { LoaderArgs, Viewer } from "~/screens/frame/viewer.server";
import { fetchPlan } from "~/screens/timeline/plan/plan.server";
import { fetchWeek } from "~/screens/timeline/fetch-week.server";
import { type FetchedResults, type Found, openIn } from "./to-view.server";

/** Throws a redirect once the task has a batch. */
export async function fetchResults(app: App, viewer: Viewer, args: LoaderArgs): Promise<FetchedResults> {
  const found = await fetchFound(app, viewer, args).catch((error: unknown) => {
    if (isAppError(error)) return "missing" as const;
    throw error;
  });
  const ids = found && found !== "missing" && "batch" in found ? openIn(found.batch).map(({ id }) => id) : [];
  const [week, plan] = await Promise.all([fetchWeek(app, viewer, args.request), fetchPlan(app, viewer, ids)]);
  return { view: "results", found, week, plan, limits: app.ai.limits ?? null };
}

async function fetchFound(app: App, { user, query, timeZone }: Viewer, { request }: LoaderArgs): Promise<Found | null> {
  const [job, batchId] = [query.get("job"), query.get("batch")];
  // In the API, knowing an id is enough (contract). URLs are shared, so a page shows a guest nothing.
  if (!user) return job === null && batchId === null ? null : "missing";
  if (job !== null) {
    const { task, batch } = await getTaskWithBatch(app, job, user.id);
    if (batch) throw await toBatch(app, { batch, parts: task.parts }, new URL(request.url));
    return { task };
  }
  if (batchId === null) return null;
  const read = await getBatch(app, batchId, user.id);
  const ids = read.tweets.map(({ id }) => id);
  const wholes = await Promise.all(read.tweets.map((tweet) => findWhole(app, tweet)));
  const tweets = read.tweets.map((tweet, n) => withThreadError(app, tweet, wholes[n]?.thread ?? null, timeZone));
  const batch = { ...read, tweets };
  return {
    batch,
    wholes,
    pictured: await listPicturesOf(app.db, ids),
    postUrls: batch.tweets.map((tweet) => postUrlOf(app, tweet)),
    refining: await listRefining(app, batch.id, ids),
    versions: await listVersionsOf(app, ids),
    shownPosts: await listShownPosts(app, user.id, batch.shown),
  };
}

async function toBatch(
  app: App,
  { batch: { id, tweets }, parts }: { batch: BatchView; parts: number | null },
  url: URL,
): Promise<Response> {
  const message =
    parts !== null
      ? `Thread of ${parts} is ready`
      : tweets.length === 1
        ? "1 tweet is ready"
        : `${tweets.length} tweets are ready`;
  const headers = { "Set-Cookie": await setFlash({ message, isShown: true }, app.config) };
  return redirect(hrefWith(url, { job: null, batch: id }), { status: 303, headers });
}
