// Fetches what /generate's input view shows: earlier topics and the kept topic.
import type { App } from "~/app.server";
import { chooseAccount } from "~/features/accounts/account";
import { isOperator } from "~/features/people/people.server";
import { hasVoice } from "~/features/voice/voice.server";
import { type BatchPage, listBatches } from "~/features/generation/generation.server";
import type { LoaderArgs, Viewer } from "~/screens/frame/viewer.server";
import { keptTopic } from "./kept-topic.server";
import type { FetchedInput } from "./to-view.server";

const recentTopics = 5;
const topicsOfPage = 20;

export async function fetchInput(
  app: App,
  { user, query, accounts }: Viewer,
  { request }: LoaderArgs,
): Promise<FetchedInput> {
  const from = query.get("topics");
  const size = from === null ? recentTopics : topicsOfPage;
  const page: BatchPage = user
    ? await listBatches(app, user.id, { from, size })
    : { batches: [], older: null, newer: null };
  const account = chooseAccount(accounts);
  const inVoice = user !== null && account !== null && (await hasVoice(app, user.id, account.id));
  const kept = keptTopic(request, app.config);
  const { kind, name, place, isHome, canSearch, second } = app.ai;
  const writer = { kind, name, place, isHome, canSearch, ...(second && { second }) };
  const isAdmin = kind === "demo" && user !== null && (await isOperator(app, user.id));
  return { view: "input", page, kept, writer, isAdmin, hasVoice: inVoice };
}
