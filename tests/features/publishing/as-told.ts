// Every way a tweet comes to be, every answer that says as whom it would go out, and every verb that puts it on its way.
import { randomUUID } from "node:crypto";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import { scopes } from "~/features/api-keys/scope";
import type { Account } from "~/features/accounts/account";
import { listAccounts, setDefault } from "~/features/accounts/accounts.server";
import { runQueued } from "~/features/generation/generation.server";
import { nextPublishAt, unlink } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { insertTweet } from "~/features/tweets/tweets.server";
import { issueKey } from "~/features/users/users.server";
import { days, hours } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { type Agent, connectAgent } from "~tests/support/calls/agent";
import { createTestApp, type TestApp } from "~tests/support/app";
import { origin } from "~tests/support/calls/client";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { createRouter, type Router } from "~tests/support/calls/router";
import { sendDue } from "~tests/support/sends";
import type { Random } from "../../crash/random";

export interface Cast {
  app: TestApp;
  route: Router;
  alice: Person;
  key: string;
  agent: Agent;
}

/** What an answer says of a tweet. */
export interface Told {
  id: number;
  status: string;
  twitter_account_id: string | null;
  twitter_username: string | null;
  follows_default: boolean;
}

const noLimits = { rateLimits: false, dailyPostLimit: 0, dailySpendLimit: 0, minGapMs: 0, quietHours: null };

export async function makeCast(): Promise<Cast> {
  const app = await createTestApp({ config: noLimits });
  app.clock.set(Date.parse("2026-11-19T10:18:00Z"));
  const route = await createRouter();
  const alice = await makePerson(app, "alice");
  await linkNew({ app, alice });
  await linkNew({ app, alice });
  const { key } = await makeKeyFor(app, alice.user.id, { name: "agent", scopes, expiresAt: null });
  const agent = await connectAgent({ origin, key, route });
  return { app, route, alice, key: await issueKey(app, alice.user.id, null), agent };
}

let linked = 0;
const linkNew = ({ app, alice }: Pick<Cast, "app" | "alice">) => linkAccount(app, alice, `alice_${(linked += 1)}`);

export const accountsOf = ({ app, alice }: Cast): Promise<Account[]> => listAccounts(app, alice.user.id);

export async function send<T>({ route, key }: Cast, method: string, path: string, json?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await route(new Request(`${origin}${path}`, { method, headers, ...body }));
  const answer = (await response.json()) as T;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export async function call<T>({ agent }: Cast, name: string, args: Record<string, unknown>): Promise<T> {
  const { isError, data, text } = await agent.call(name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return data as T;
}

/** `null` names none. */
type Named = { twitter_account_id?: string };
type Make = (cast: Cast, named: Named, words: () => string) => Promise<number>;

interface Batch {
  data: Told[];
}

async function generate(cast: Cast, ask: object): Promise<number> {
  const submitted = await send<{ task_id: string }>(cast, "POST", "/api/questions/submit-gemini", ask);
  await (
    await runQueued(cast.app)
  ).done;
  const path = `/api/questions/task-status/${submitted.task_id}`;
  const { data } = await send<{ data: { batch_id: string } }>(cast, "GET", path);
  const batch = await send<Batch>(cast, "GET", `/api/questions/batch/${data.batch_id}`);
  return batch.data[0]!.id;
}

/** As its run stores what a bot wrote. */
async function writeAsBot({ app, alice }: Cast, { twitter_account_id: ref }: Named, words: () => string) {
  const accounts = await listAccounts(app, alice.user.id);
  const content = words();
  return insertTweet(app.db, {
    ...{ userId: alice.user.id, batchId: null, position: 0, origin: "bot", content, fingerprint: fingerprint(content) },
    accountId: (accounts.find(({ networkUserId }) => networkUserId === ref) ?? accounts[0])!.id,
    accountIsOwn: true,
    now: app.clock.now(),
  });
}

export const ways: Record<string, Make> = {
  generated: (cast, named, words) => generate(cast, { question: words(), ...named }),
  "generated as a thread": (cast, named, words) =>
    generate(cast, { question: words(), format: "thread", parts: 3, ...named }),
  "own words": async (cast, named, words) =>
    (await send<{ data: Told }>(cast, "POST", "/api/questions/tweet", { tweet_content: words(), ...named })).data.id,
  "one of several": async (cast, named, words) => {
    const tweets = [{ tweet_content: words(), ...named }, { tweet_content: words() }];
    return (await send<Batch>(cast, "POST", "/api/tweets", { tweets })).data[0]!.id;
  },
  "a thread": async (cast, named, words) => {
    const parts = [words(), words()];
    return (await send<{ data: Told }>(cast, "POST", "/api/questions/thread", { parts, ...named })).data.id;
  },
  "a bot's": writeAsBot,
  "an agent's draft": async (cast, named, words) =>
    (await call<{ tweet: Told }>(cast, "create_draft", { tweet_content: words(), ...named })).tweet.id,
  "another beside a generated one": async (cast, named, words) => {
    const first = await generate(cast, { question: words(), ...named });
    const ask = { instruction: "another" };
    const { task_id: id } = await send<{ task_id: string }>(cast, "POST", `/api/tweets/${first}/refine`, ask);
    await (
      await runQueued(cast.app)
    ).done;
    const path = `/api/questions/task-status/${id}`;
    return (await send<{ data: { tweet_id: number } }>(cast, "GET", path)).data.tweet_id;
  },
};

/** What may happen between the making and the sending. */
export const meanwhile: Record<string, (cast: Cast, id: number, random: Random) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  "another default": async (cast, _, random) =>
    setDefault(cast.app, cast.alice.user.id, random.pick(await accountsOf(cast)).networkUserId),
  "into the bin and back": async (cast, id) => {
    await send(cast, "DELETE", `/api/tweets/${id}`);
    await send(cast, "POST", `/api/tweets/${id}/restore`);
  },
  "an account is unlinked, and another linked": async (cast, _, random) => {
    await unlink(cast.app, cast.alice.user.id, random.pick(await accountsOf(cast)).networkUserId);
    await linkNew(cast);
  },
  "onto the timeline and off it": async (cast, id) => {
    await send(cast, "POST", `/api/questions/publish-random-auto/${id}`, {});
    await send(cast, "POST", `/api/questions/cancel/${id}`);
  },
};

interface Listed {
  data: Told[];
}

/** Each answer that says as whom it would go out. */
export async function answersOf(cast: Cast, id: number): Promise<Record<string, Told | undefined>> {
  const { data: one } = await send<{ data: Told & { batch_id: string | null } }>(cast, "GET", `/api/tweets/${id}`);
  const found: Record<string, Told | undefined> = { one };
  const isIt = (tweet: Told) => tweet.id === id;
  found["list"] = (await send<Listed>(cast, "GET", "/api/tweets?limit=100")).data.find(isIt);
  if (one.twitter_account_id !== null) {
    const path = `/api/tweets?limit=100&account=${one.twitter_account_id}`;
    found["list of the account"] = (await send<Listed>(cast, "GET", path)).data.find(isIt);
  }
  found["agent"] = (await call<{ tweet: Told }>(cast, "get_tweet", { tweet_id: id })).tweet;
  const isOfBatch = one.batch_id !== null;
  if (isOfBatch) {
    found["batch"] = (await send<Batch>(cast, "GET", `/api/questions/batch/${one.batch_id}`)).data.find(isIt);
    const { data: batch } = await send<{ data: Told & { tweets: Told[] } }>(
      cast,
      "GET",
      `/api/batches/${one.batch_id}`,
    );
    found["batch with tweets"] = batch.tweets.find(isIt);
  }
  return found;
}

type Verb = (cast: Cast, told: Told, content: string) => Promise<unknown>;

const inTwoHours = ({ app }: Cast) => iso(app.clock.now() + hours(2));

const scheduleAtHour: Verb = (cast, { id }) =>
  send(cast, "POST", `/api/questions/schedule/${id}`, { execute_at: inTwoHours(cast) });

/** Those that take threads too. */
export const verbs: Record<string, Verb> = {
  "publish-now": (cast, { id }) => send(cast, "POST", `/api/questions/publish-now/${id}`, {}),
  "publish-random": (cast, { id }) => send(cast, "POST", `/api/questions/publish-random-auto/${id}`, {}),
  schedule: scheduleAtHour,
  "schedule and move": async (cast, told, content) => {
    await scheduleAtHour(cast, told, content);
    const date = iso(cast.app.clock.now() + days(2)).slice(0, 10);
    await send(cast, "POST", `/api/tweets/${told.id}/move`, { date, slot: 11 });
  },
};

export const verbsForSingle: Record<string, Verb> = {
  ...verbs,
  "an agent's schedule": async (cast, { id, twitter_username, twitter_account_id }, tweet_content) => {
    const [ask, at] = [{ tweet_id: id, twitter_account_id }, inTwoHours(cast)];
    const { confirm } = await call<{ confirm: string }>(cast, "preview_post", { ...ask, at });
    await call(cast, "schedule_tweet", { tweet_id: id, twitter_username, tweet_content, at, confirm });
  },
  "an agent's post": async (cast, { id, twitter_username, twitter_account_id }, tweet_content) => {
    const preview = await call<{ confirm: string }>(cast, "preview_post", { tweet_id: id, twitter_account_id });
    await call(cast, "publish_tweet", { tweet_id: id, twitter_username, tweet_content, confirm: preview.confirm });
  },
};

export const planOfBatch: Verb = async (cast, { id }) => {
  const { data } = await send<{ data: { batch_id: string } }>(cast, "GET", `/api/tweets/${id}`);
  const path = `/api/batches/${data.batch_id}/schedule`;
  const plan = await send<{ data: { confirm: string } }>(cast, "POST", path, { days: 2 });
  await send(cast, "POST", path, { days: 2, confirm: plan.data.confirm });
};

/** Time passes until nothing waits any more. */
export async function sendAll({ app }: Cast): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) {
    const at = await nextPublishAt(app, 0);
    if (at === null) return;
    app.clock.set(Math.max(at, app.clock.now()));
    if ((await sendDue(app)) === 0) app.clock.advance(1000);
  }
  throw new Error("What is due was not sent");
}

/** Who has posted these words in the sandbox. */
export async function posterOf({ app }: Cast, text: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom("sandbox_posts")
    .innerJoin("sandbox_users", "sandbox_users.id", "sandbox_posts.sandbox_user_id")
    .select("sandbox_users.handle")
    .where("text", "=", text)
    .execute();
  return rows.map(({ handle }) => handle);
}

/** Words that nobody said. */
export const newWords = (): string => `wren ${randomUUID().slice(0, 13)}`;
