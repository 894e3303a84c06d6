// Two people with tweets and threads in every state, drawn by chance, and what each of their rows says of itself.
import { randomUUID } from "node:crypto";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { scopes } from "~/features/api-keys/scope";
import type { Account } from "~/features/accounts/account";
import { listAccounts, setDefault } from "~/features/accounts/accounts.server";
import { insertBatch } from "~/features/generation/store/tasks.server";
import { unlink } from "~/features/publishing/publishing.server";
import { hasTerms, searchTerms } from "~/features/tweets/search";
import { fingerprint } from "~/features/tweets/text";
import { issueKey } from "~/features/users/users.server";
import { hours, minutes } from "~/ground/time/duration";
import type { NewRow, Row, TweetState } from "~db/schema";
import type { ThreadState } from "~db/tables/threads.server";
import { type Agent, connectAgent } from "~tests/support/calls/agent";
import type { TestApp } from "~tests/support/app";
import { origin } from "~tests/support/calls/client";
import { linkAccount, makePerson } from "~tests/support/people/make";
import type { Router } from "~tests/support/calls/router";
import type { Random } from "../../crash/random";

const states = ["pending", "scheduled", "publishing", "unknown", "published", "failed"] as const;
const statuses = ["pending", "scheduled", "publishing", "published", "failed", "idea", "discarded"] as const;
const origins = ["generated", "own", "bot"] as const;
const threadStates = ["draft", "going", "stopped", "done"] as const;
const words = ["wren", "Gorse", "R&D", "100%", "a_b", "日本", "Ärger", "dawn", "👩🏽‍🚀"];
export const start = Date.parse("2026-11-19T10:18:00Z");

export interface Viewer {
  userId: string;
  key: string;
  agent: Agent;
  linked: Account[];
  /** Also the one that isn't linked any more. */
  accountIds: number[];
  batches: string[];
}

export async function makeViewer(app: TestApp, route: Router, name: string): Promise<Viewer> {
  const person = await makePerson(app, name);
  const userId = person.user.id;
  const made: Account[] = [];
  for (const handle of ["gone", "first", "main", "last"])
    made.push(await linkAccount(app, person, `${name}_${handle}`));
  await unlink(app, userId, made[0]!.networkUserId);
  await setDefault(app, userId, made[2]!.networkUserId);
  const { key: agentKey } = await makeKeyFor(app, userId, { name: "agent", scopes, expiresAt: null });
  const batches = [randomUUID(), randomUUID()];
  const written = { sources: "[]", input_tokens: 0, output_tokens: 0, created_at: start };
  for (const id of batches)
    await insertBatch(app.db, {
      ...{ id, user_id: userId, account_id: null, topic: "tea", web_search: 0, writer: "demo", model: "demo" },
      ...written,
    });
  return {
    userId,
    key: await issueKey(app, userId, null),
    agent: await connectAgent({ origin, key: agentKey, route }),
    linked: await listAccounts(app, userId),
    accountIds: made.map(({ id }) => id),
    batches,
  };
}

/** Few moments, so that several tweets share one. */
export const someMoment = (random: Random): number => start + minutes(10) * (random.below(40) - 20);

function newRow(random: Random, { userId, accountIds, batches }: Viewer, state: TweetState): NewRow<"tweets"> {
  const content = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(" ");
  const isUnsent = state === "pending" || state === "failed";
  const account = state === "pending" && random.chance(0.3) ? null : random.pick(accountIds);
  const isSoon = state === "scheduled" && random.chance(0.3);
  return {
    ...{ user_id: userId, content, fingerprint: fingerprint(content), position: 0, origin: random.pick(origins) },
    account_id: account,
    account_is_own: state === "pending" && random.chance(0.5) ? 0 : 1,
    batch_id: random.chance(0.4) ? random.pick(batches) : null,
    created_at: start - hours(9),
    updated_at: someMoment(random),
    state,
    due_at: state === "pending" ? null : someMoment(random),
    publish_type: state === "pending" ? null : random.pick(["immediate", "scheduled"] as const),
    lease_token: state === "publishing" ? randomUUID() : null,
    published_at: state === "published" ? someMoment(random) : null,
    post_id: state === "published" ? String(1 + Math.floor(random.next() * 1e12)) : null,
    undo_until: isSoon ? start : null,
    discarded_at: isUnsent && random.chance(0.3) ? someMoment(random) : null,
  } as NewRow<"tweets">;
}

const firstStates: Record<ThreadState, readonly TweetState[]> = {
  draft: ["pending", "failed"],
  going: ["scheduled", "publishing", "unknown", "published"],
  stopped: ["published", "failed"],
  done: ["published"],
};

export async function fill({ db }: TestApp, viewers: readonly Viewer[], random: Random): Promise<void> {
  const insert = (row: NewRow<"tweets">) => db.insertInto("tweets").values(row).execute();
  await db.deleteFrom("tweets").execute();
  await db.deleteFrom("threads").execute();
  for (const viewer of viewers) {
    for (let n = 0; n < 40; n += 1) await insert(newRow(random, viewer, random.pick(states)));
    for (let n = 0; n < 10; n += 1) {
      const state = random.pick(threadStates);
      const { id: threadId } = await db
        .insertInto("threads")
        .values({
          ...{ user_id: viewer.userId, state, created_at: start, updated_at: start },
          stop_code: state === "stopped" ? "person" : null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const first = newRow(random, viewer, random.pick(firstStates[state]));
      await insert({ ...first, thread_id: threadId, part_no: 1 });
      const rest = newRow(random, viewer, state === "done" ? "published" : "pending");
      const same = { account_id: first.account_id, account_is_own: first.account_is_own, discarded_at: null };
      await insert({ ...rest, ...same, thread_id: threadId, part_no: 2 } as NewRow<"tweets">);
    }
  }
}

/** A tweet as the specification tells it, from its row. */
export interface Kept {
  row: Row<"tweets">;
  status: (typeof statuses)[number];
  isIdea: boolean;
  accountId: number | null;
}

export async function keptOf({ db }: TestApp, { userId, linked }: Viewer): Promise<Kept[]> {
  const rows = await db.selectFrom("tweets").selectAll().where("user_id", "=", userId).execute();
  const threads = await db.selectFrom("threads").selectAll().execute();
  const serving = linked.find(({ isDefault }) => isDefault)?.id ?? null;
  return rows
    .filter(({ part_no }) => part_no === null || part_no === 1)
    .map((row) => {
      const isIdea = row.state === "pending" || row.state === "failed";
      const isOwn = row.account_is_own === 1 && linked.some(({ id }) => id === row.account_id);
      return {
        row,
        status: statusOf(row, threads.find(({ id }) => id === row.thread_id)?.state ?? null),
        isIdea,
        accountId: isIdea && !isOwn ? serving : row.account_id,
      };
    });
}

function statusOf(row: Row<"tweets">, thread: ThreadState | null): Kept["status"] {
  if (row.state === "published" && thread === "going") return "publishing";
  if (row.state === "published" && thread === "stopped") return "failed";
  if (row.state === "unknown" || (row.state === "scheduled" && row.undo_until !== null)) return "publishing";
  return row.state;
}

export interface Wish {
  statuses: (typeof statuses)[number][];
  origins: (typeof origins)[number][];
  account: Account | null;
  batch: string | null;
  q: string;
  from: number | null;
  to: number | null;
  since: number | null;
}

const some = <T>(random: Random, list: readonly T[], chance: number): T[] =>
  random.chance(chance) ? Array.from({ length: 1 + random.below(3) }, () => random.pick(list)) : [];

export const wishOf = (random: Random, { linked, batches }: Viewer): Wish => ({
  statuses: some(random, statuses, 0.7),
  origins: some(random, origins, 0.2),
  account: random.chance(0.4) ? random.pick(linked) : null,
  batch: random.chance(0.15) ? random.pick(batches) : null,
  q: some(random, words, 0.2).join(" "),
  from: random.chance(0.2) ? someMoment(random) : null,
  to: random.chance(0.2) ? someMoment(random) : null,
  since: random.chance(0.2) ? someMoment(random) : null,
});

export const placedAt = ({ row }: Kept): number => row.published_at ?? row.due_at ?? row.updated_at;

export const saysStatus = ({ row, status, isIdea }: Kept, wanted: Wish["statuses"]): boolean =>
  wanted.length === 0
    ? row.discarded_at === null
    : wanted.some((one) =>
        one === "discarded"
          ? row.discarded_at !== null
          : row.discarded_at === null && (one === "idea" ? isIdea : one === status),
      );

export const says = (kept: Kept, { account, batch, q }: Pick<Wish, "account" | "batch" | "q">): boolean =>
  (account === null || kept.accountId === account.id) &&
  (batch === null || kept.row.batch_id === batch) &&
  hasTerms(kept.row.content, searchTerms(q));

export const isBetween = (kept: Kept, { from, to }: Pick<Wish, "from" | "to">): boolean =>
  (from === null || placedAt(kept) >= from) && (to === null || placedAt(kept) < to);

export const idsOf = (kept: readonly Kept[]): number[] => kept.map(({ row }) => row.id);
export const newestFirst = (one: Kept, other: Kept): number => other.row.id - one.row.id;
