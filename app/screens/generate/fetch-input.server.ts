// What /generate needs where a question is asked: the topics of before, and the words that were kept on the way in.
import type { App } from "~/app.server";
import { type BatchPage, listBatches } from "~/features/generation/generation.server";
import type { LoaderArgs, Viewer } from "~/screens/frame/viewer.server";
import { keptTopic } from "./kept-topic.server";
import type { FetchedInput } from "./to-view.server";

const recentTopics = 5;
const topicsOfPage = 20;

export async function fetchInput(app: App, { user, query }: Viewer, { request }: LoaderArgs): Promise<FetchedInput> {
  const from = query.get("topics");
  const size = from === null ? recentTopics : topicsOfPage;
  const page: BatchPage = user
    ? await listBatches(app, user.id, { from, size })
    : { batches: [], older: null, newer: null };
  return { view: "input", page, kept: keptTopic(request, app.config), demoWriter: app.ai.kind === "demo" };
}
