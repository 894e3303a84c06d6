// Loads /ideas: a page of ideas, topics or the trash, and the tweet that the URL opens.
import type { App } from "~/app.server";
import { type Account, chooseAccount } from "~/features/accounts/account";
import { listProposals } from "~/features/bots/bots.server";
import { listBatches, listBatchCounts, topicsOf } from "~/features/generation/generation.server";
import { listGoing } from "~/features/timeline/list/going.server";
import { searchTerms } from "~/features/tweets/search";
import {
  countDiscarded,
  countUnsent,
  listDiscarded,
  listUnsent,
  type TweetFilter,
} from "~/features/tweets/tweets.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { fetchOpened } from "~/screens/timeline/fetch-week.server";
import { fetchPlan } from "~/screens/timeline/plan/plan.server";
import { type Fetched, type FoundList, type IdeasData, toView } from "./to-view.server";

const pageSize = 30;
const offeredTopics = 20;

export async function loadIdeas(args: LoaderArgs): Promise<IdeasData> {
  const { app, viewer } = await readViewer(args);
  return toView(await fetchIdeas(app, viewer));
}

async function fetchIdeas(app: App, viewer: Viewer): Promise<Fetched> {
  const { user } = viewer;
  const sandbox = app.network.kind === "sandbox";
  if (!user) return { ...viewer, sandbox, opened: null, plan: null, found: null };
  const [opened, plan, list, unsent, inTrash, offered] = await Promise.all([
    fetchOpened(app, viewer),
    fetchPlan(app, viewer, idsIn(viewer.query.get("chosen"))),
    fetchList(app, user.id, viewer),
    countUnsent(app, user.id),
    countDiscarded(app, user.id),
    listBatches(app, user.id, { from: null, size: offeredTopics }),
  ]);
  const topic = viewer.query.get("topic");
  const offer = new Map(offered.batches.map((batch) => [batch.id, batch.topic]));
  if (topic !== null && !offer.has(topic))
    for (const [id, name] of await topicsOf(app, user.id, [topic])) offer.set(id, name);
  return { ...viewer, sandbox, opened, plan, found: { list, unsent, inTrash, offer } };
}

const idsIn = (chosen: string | null): number[] => (chosen?.match(/\b\d{1,15}\b/g) ?? []).map(Number);

/** The URL has X's id of the account or the internal one. */
export const namedAccount = ({ query, accounts }: Pick<Viewer, "query" | "accounts">): Account | null => {
  const ref = query.get("account");
  return accounts.find(({ id, networkUserId }) => ref === networkUserId || ref === String(id)) ?? null;
};

function filterOf(viewer: Viewer): TweetFilter {
  const account = namedAccount(viewer);
  return {
    account: account && { id: account.id, serves: chooseAccount(viewer.accounts)?.id === account.id },
    batchId: viewer.query.get("topic") || null,
    terms: searchTerms(viewer.query.get("q") ?? ""),
  };
}

async function fetchList(app: App, userId: string, viewer: Viewer): Promise<FoundList> {
  const { query } = viewer;
  const before = query.get("before") ?? "";
  const state = query.get("state");
  if (query.get("view") === "topics") {
    const page = await listBatches(app, userId, {
      from: before || null,
      size: pageSize,
      terms: searchTerms(query.get("q") ?? ""),
    });
    const counts = await listBatchCounts(
      app,
      page.batches.map(({ id }) => id),
    );
    return { view: "topics", ...page, counts };
  }
  if (state === "bin") {
    const place = /^(\d{1,15})-(\d{1,15})$/.exec(before);
    const from = place && { discardedAt: Number(place[1]), id: Number(place[2]) };
    const page = await listDiscarded(app, userId, { ...filterOf(viewer), from, size: pageSize });
    return { view: "bin", ...page };
  }
  const from = /^\d{1,15}$/.test(before) ? Number(before) : null;
  const which = state === "failed" ? "failed" : state === "open" ? "pending" : null;
  const page = await listUnsent(app, userId, { ...filterOf(viewer), state: which, from, size: pageSize });
  const batches = page.tweets.flatMap(({ batchId }) => batchId ?? []);
  const [topics, proposals, going] = await Promise.all([
    topicsOf(app, userId, [...new Set(batches)]),
    page.tweets.some(({ origin }) => origin === "bot") ? listProposals(app, userId) : new Map<number, number>(),
    listGoing(app, page.tweets),
  ]);
  return { view: "unsent", ...page, topics, proposals, going };
}
