// The addresses that calls had first: each answers as the one that it has now, says that it is deprecated, and no other does.
import { afterEach, beforeEach, expect, it } from "vitest";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { publishNow, writeThread } from "~/features/publishing/publishing.server";
import { openApiPage } from "~/http/api/openapi/openapi.server";
import { endpoints } from "~/http/contract/index.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill, origin } from "~tests/support/calls/client";

/** Section 7 of the specification: its clients call these for good. */
const specified = [
  "POST /api/questions/set-timezone/{user_id}",
  "POST /api/questions/submit-gemini",
  "GET /api/questions/list/{user_id}/account/{account_id}",
  "GET /api/questions/task-status/{task_id}",
  "GET /api/questions/batch/{batch_id}",
  "POST /api/questions/publish-now/{tweet_id}",
  "POST /api/questions/multi-account/publish-now/{tweet_id}",
  "POST /api/questions/publish-random-auto/{tweet_id}",
  "POST /api/questions/multi-account/publish-random/{tweet_id}",
];

const moved = endpoints.flatMap((one) => (one.former ? [{ ...one, former: one.former }] : []));

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
  cast.app.config.rateLimits = false;
  cast.app.config.minGapMs = 0;
});
afterEach(() => cast.close());

it("under /api/questions the page has what is specified, and nothing else", () => {
  const { paths } = openApiPage(origin) as unknown as { paths: Record<string, object> };
  const shown = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(shown.filter((one) => one.includes("/api/questions/")).toSorted()).toEqual(specified.toSorted());
});

it("a call has moved from /api/questions to /api/tweets, and no specified one has", () => {
  const names = moved.map(({ method, former }) => `${method} ${former}`);
  expect(names).toHaveLength(12);
  expect(names.filter((name) => specified.includes(name))).toEqual([]);
  for (const { path, former } of moved)
    expect([path.startsWith("/api/tweets/"), former.startsWith("/api/questions/")], former).toEqual([true, true]);
});

type State = "pending" | "scheduled" | "published" | "a thread" | "another person's";

async function makeTweet(state: State): Promise<number> {
  const { app, alice, bob } = cast;
  const [userId, account] = [alice.user.id, alice.account.networkUserId];
  if (state === "another person's") return bob.tweetId;
  if (state === "a thread") {
    const { id } = await writeThread(app, {
      userId,
      parts: ["One.", "Two."].map((one) => one + Math.random()),
      account,
    });
    return id;
  }
  const tweetId = await cast.newTweet();
  if (state === "scheduled") await addToTimeline(app, { userId, tweetId, account, timeZone: null });
  if (state === "published") await publishNow(app, { userId, tweetId, account });
  return tweetId;
}

/** Of two tweets that are alike in everything but their ids, moments and words. */
const plain = (text: string) =>
  text
    .replaceAll(/\d[\d.:TZe-]*/g, "0")
    .replaceAll(/Nobody says [\w-]+/g, "words")
    .replaceAll(/\/status\/\w+/g, "/status/0");

async function ask(method: string, path: string, json: unknown, key: string | null) {
  const headers = { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) };
  const body = method === "OPTIONS" || json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await cast.route(new Request(`${origin}${path}`, { method, headers, ...body }));
  const told = [...response.headers].filter(([name]) => !["deprecation", "content-length"].includes(name));
  const text = plain(await response.text());
  return { deprecation: response.headers.get("deprecation"), told: { status: response.status, headers: told, text } };
}

const forgetTweets = () =>
  cast.app.db
    .deleteFrom("tweets")
    .where("user_id", "=", cast.alice.user.id)
    .where("id", "!=", cast.alice.tweetId)
    .execute();

const states: readonly State[] = ["pending", "scheduled", "published", "a thread", "another person's"];

it.each(moved.map((one) => [`${one.method} ${one.former}`, one] as const))(
  "%s answers as its new address",
  async (_, one) => {
    const { alice } = cast;
    const valid = one.example.body;
    const later = new Date(cast.app.clock.now() + 3_600_000).toISOString();
    // An example may lie in the past of the clock here.
    const timely = valid && "execute_at" in (valid as object) ? { ...(valid as object), execute_at: later } : valid;
    const bodies = [timely, {}, { nonsense: 1 }];
    const good: number[] = [];
    for (const state of states)
      for (const json of bodies)
        for (const key of [alice.key, null]) {
          const answers = [];
          for (const path of [one.former, one.path]) {
            const tweetId = one.path.includes("{tweet_id}") ? await makeTweet(state) : 0;
            answers.push(await ask(one.method, fill(path, { tweet_id: tweetId }), json, key));
            // Two that say the same are refused: the next one is the first again.
            await forgetTweets();
          }
          const [former, now] = answers;
          expect(former?.told, `${state} ${JSON.stringify(json)}`).toEqual(now?.told);
          expect([former?.deprecation, now?.deprecation]).toEqual([expect.stringMatching(/^@\d{10}$/), null]);
          good.push(former?.told.status ?? 0);
        }
    const unknown = await ask("PATCH", fill(one.former, { tweet_id: 1 }), {}, alice.key);
    expect([unknown.told.status, unknown.deprecation !== null]).toEqual([405, true]);
    // What a lost answer asks for is refused here, since none was lost; the other calls are carried out.
    const isAsked = /resolve|continue|stop/.test(one.path);
    expect(good.some((status) => status < 300)).toBe(!isAsked);
  },
);

it("no specified address is deprecated", async () => {
  for (const name of specified) {
    const [method = "", path = ""] = name.split(" ");
    const { deprecation, told } = await ask(
      method,
      fill(path, cast.idsOf(cast.alice)),
      method === "GET" ? undefined : {},
      cast.alice.key,
    );
    expect([told.status === 404, deprecation], name).toEqual([false, null]);
  }
});
