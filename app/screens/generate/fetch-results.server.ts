// What /generate needs where the URL names a task or a batch: it, and the week beside it.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { type BatchView, getBatch, getTaskWithBatch } from "~/features/generation/generation.server";
import { postUrlOf } from "~/features/tweets/tweets.server";
import { isAppError } from "~/ground/errors";
import { setFlash } from "~/screens/forms/flash.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { LoaderArgs, Viewer } from "~/screens/frame/viewer.server";
import { fetchWeek } from "~/screens/timeline/fetch-week.server";
import type { FetchedResults, Found } from "./to-view.server";

/** Throws a redirect to the batch where the task has one. */
export async function fetchResults(app: App, viewer: Viewer, args: LoaderArgs): Promise<FetchedResults> {
  const found = await fetchFound(app, viewer, args).catch((error: unknown) => {
    if (isAppError(error)) return "missing" as const;
    throw error;
  });
  return { view: "results", found, week: await fetchWeek(app, viewer) };
}

/** Throws not_found; throws a redirect to the batch where the task has one. Null: the URL names neither. */
async function fetchFound(app: App, { user, query }: Viewer, { request }: LoaderArgs): Promise<Found | null> {
  const [job, batchId] = [query.get("job"), query.get("batch")];
  // Over the API an id is the permission to read (contract). An address is copied, kept and sent about: it shows nothing.
  if (!user) return job === null && batchId === null ? null : "missing";
  if (job !== null) {
    const { task, batch } = await getTaskWithBatch(app, job, user.id);
    if (batch) throw await toBatch(app, batch, new URL(request.url));
    return { task };
  }
  if (batchId === null) return null;
  const batch = await getBatch(app, batchId, user.id);
  return { batch, postUrls: batch.tweets.map((tweet) => postUrlOf(app, tweet)) };
}

async function toBatch(app: App, { id, tweets }: BatchView, url: URL): Promise<Response> {
  const message = tweets.length === 1 ? "1 tweet is ready" : `${tweets.length} tweets are ready`;
  const headers = { "Set-Cookie": await setFlash(message, app.config) };
  return redirect(hrefWith(url, { job: null, batch: id }), { status: 303, headers });
}
