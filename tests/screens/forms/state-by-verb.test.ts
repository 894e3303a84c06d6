// Every state of a tweet × every verb that a person or a program can press on it: what must happen, and as whom.
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { issueKey } from "~/features/users/users.server";
import { endpoints } from "~/http/contract/index.server";
import { frameIntents, tweetIntents } from "~/screens/forms/intents";
import { planHash } from "~/features/scheduling/schedule-all.server";
import { toPlanField } from "~/screens/timeline/plan/plan-field.server";
import { callApi } from "~tests/support/calls/call";
import { localTextOf } from "~/ground/time/zone";
import { makeScene, type Scene, type State, stateOf, words } from "../support/states";

const other = "Other words altogether.";

interface Way {
  /** A form's fields beside `tweetId`. */
  form?: (scene: Scene) => Record<string, string>;
  /** A call of the API. */
  call?: { method: string; path: string; json?: (scene: Scene) => Record<string, unknown> };
}

const asDefault = ({ alice }: Scene) => ({ twitter_account_id: alice.account.networkUserId });
const asOwn = ({ own }: Scene) => ({ accountId: own.networkUserId });
const inAnHour = ({ app }: Scene) => app.clock.now() + hours(1);
const inTwoDays = ({ app }: Scene) => localTextOf(app.clock.now() + hours(48), "UTC").slice(0, 10);
const post = (path: string, json?: (scene: Scene) => Record<string, unknown>) => ({ method: "POST", path, json });

/** Every verb that can reach a tweet. The account verbs are pressed on the tweet's own account. */
const verbs = {
  "post now": {
    form: () => ({ intent: "post-now", from: "scheduled" }),
    call: post("/api/questions/publish-now/{tweet_id}"),
  },
  "post now by name": {
    form: ({ alice }) => ({ intent: "post-now", from: "scheduled", account: alice.account.networkUserId }),
    call: post("/api/questions/multi-account/publish-now/{tweet_id}", asDefault),
  },
  "a random moment": {
    form: () => ({ intent: "add-to-timeline" }),
    call: post("/api/questions/publish-random-auto/{tweet_id}", () => ({})),
  },
  "a random moment by name": {
    form: ({ alice }) => ({ intent: "add-to-timeline", account: alice.account.networkUserId }),
    call: post("/api/questions/multi-account/publish-random/{tweet_id}", asDefault),
  },
  "an exact time": {
    form: (scene) => ({ intent: "schedule-at", moment: localTextOf(inAnHour(scene), "UTC") }),
    call: post("/api/tweets/{tweet_id}/schedule", (scene) => ({
      execute_at: new Date(inAnHour(scene)).toISOString(),
    })),
  },
  "another slot": {
    form: (scene) => ({ intent: "schedule-at", day: inTwoDays(scene), slot: "15" }),
    call: post("/api/tweets/{tweet_id}/move", (scene) => ({ date: inTwoDays(scene), slot: 15 })),
  },
  "several at once": {
    form: ({ app, tweetId, own }) => {
      const at = app.clock.now() + hours(1);
      const plan = toPlanField({ tweetId, at, account: own.networkUserId, textHash: planHash(words) });
      return { intent: "schedule-all", do: "schedule", days: "7", plan };
    },
  },
  "other words": {
    form: () => ({ intent: "edit-tweet", content: other }),
    call: { method: "PUT", path: "/api/tweets/{tweet_id}", json: () => ({ tweet_content: other }) },
  },
  "written anew": {
    form: () => ({ intent: "refine-tweet", do: "shorter" }),
    call: post("/api/tweets/{tweet_id}/refine", () => ({ instruction: "shorter" })),
  },
  "what it said before": {
    form: () => ({ intent: "refine-tweet", do: "restore", version: "1" }),
    call: post("/api/tweets/{tweet_id}/versions/{version_no}/restore"),
  },
  "take back": { form: () => ({ intent: "take-back" }) },
  unschedule: { form: () => ({ intent: "take-off" }), call: post("/api/tweets/{tweet_id}/cancel") },
  discard: {
    form: () => ({ intent: "ideas", do: "discard" }),
    call: { method: "DELETE", path: "/api/tweets/{tweet_id}" },
  },
  restore: { form: () => ({ intent: "ideas", do: "restore" }), call: post("/api/tweets/{tweet_id}/restore") },
  dismiss: { form: () => ({ intent: "dismiss" }) },
  // Readings are off until somebody wants them; what they do is tests/features/results/'s to show.
  "read its figures": { call: post("/api/results/read/{tweet_id}") },
  // It is no thread; what these do with one is tests/features/publishing/threads.test.ts's to show.
  "as a thread": {
    call: { method: "PUT", path: "/api/tweets/{tweet_id}/thread", json: () => ({ parts: [words, other] }) },
  },
  "let a thread go on": { call: post("/api/tweets/{tweet_id}/thread/continue", () => ({})) },
  "stop a thread": { call: post("/api/tweets/{tweet_id}/thread/stop") },
  // It is ordered; what follows is tests/features/deletions/deleting.test.ts's to show.
  "delete what is out": {
    form: () => ({ intent: "delete-post", posts: "1" }),
    call: { method: "DELETE", path: "/api/tweets/{tweet_id}/post", json: () => ({ confirm: true }) },
  },
  "post as another": { form: ({ alice }) => ({ intent: "post-as", account: alice.account.networkUserId }) },
  "it is there": {
    form: () => ({ intent: "resolve", published: "true" }),
    call: post("/api/tweets/{tweet_id}/resolve", () => ({ published: true })),
  },
  "it is not there": {
    form: () => ({ intent: "resolve", published: "false" }),
    call: post("/api/tweets/{tweet_id}/resolve", () => ({ published: false })),
  },
  "pause its account": {
    form: (scene) => ({ intent: "pause-account", ...asOwn(scene) }),
    call: post("/api/twitter/accounts/{account_id}/pause"),
  },
  "resume its account": {
    form: (scene) => ({ intent: "resume-account", ...asOwn(scene) }),
    call: post("/api/twitter/accounts/{account_id}/resume"),
  },
  "make its account the default": {
    form: (scene) => ({ intent: "set-default", ...asOwn(scene) }),
    call: post("/api/twitter/accounts/{account_id}/set-default"),
  },
  "unlink its account": {
    form: (scene) => ({ intent: "delete-account-link", ...asOwn(scene) }),
    call: { method: "DELETE", path: "/api/twitter/accounts/{account_id}" },
  },
} satisfies Record<string, Way>;

type Verb = keyof typeof verbs;

/** `no`: refused with 409, and nothing changes. Else the state right after it. */
type After = State | "no";
const anyState = (state: State) => ({
  "pause its account": state,
  "resume its account": state,
  "make its account the default": state,
  "read its figures": "no" as const,
  "as a thread": "no" as const,
  "let a thread go on": "no" as const,
  "stop a thread": "no" as const,
  "delete what is out": "no" as const,
});
const discardable = (state: State) => ({ discard: state, restore: "no" as const });
const resolvedByWord = { "it is there": "no", "it is not there": "no" } as const;
const notSoon = { "take back": "no" } as const;
/** On its way or out: nothing that a person presses moves it. */
const fixed = {
  ...notSoon,
  "another slot": "no",
  "several at once": "no",
  "post now": "no",
  "post now by name": "no",
  "a random moment": "no",
  "a random moment by name": "no",
  "an exact time": "no",
  "other words": "no",
  "written anew": "no",
  "what it said before": "no",
  unschedule: "no",
  discard: "no",
  restore: "no",
  dismiss: "no",
  "post as another": "no",
} as const;
const sendable = {
  ...notSoon,
  "post now": "published",
  "post now by name": "published",
  "a random moment": "scheduled",
  "a random moment by name": "scheduled",
  "an exact time": "scheduled",
} as const;

const table: Record<State, Record<Verb, After>> = {
  pending: {
    ...sendable,
    "another slot": "no",
    ...resolvedByWord,
    ...discardable("pending"),
    "several at once": "scheduled",
    "other words": "pending",
    "written anew": "pending",
    "what it said before": "pending",
    unschedule: "no",
    dismiss: "no",
    "post as another": "pending",
    ...anyState("pending"),
    "unlink its account": "pending",
  },
  scheduled: {
    ...sendable,
    "another slot": "scheduled",
    ...resolvedByWord,
    discard: "no",
    restore: "no",
    "several at once": "no",
    "other words": "scheduled",
    "written anew": "no",
    "what it said before": "scheduled",
    unschedule: "pending",
    dismiss: "no",
    "post as another": "scheduled",
    ...anyState("scheduled"),
    "unlink its account": "pending",
  },
  // For the five seconds in which it can be taken back, everything else is refused.
  soon: {
    ...fixed,
    ...resolvedByWord,
    "take back": "pending",
    ...anyState("soon"),
    "unlink its account": "pending",
  },
  publishing: { ...fixed, ...resolvedByWord, ...anyState("publishing"), "unlink its account": "publishing" },
  unknown: { ...fixed, ...resolvedByWord, ...anyState("unknown"), "unlink its account": "unknown" },
  needsConfirmation: {
    ...fixed,
    "it is there": "published",
    "it is not there": "scheduled",
    ...anyState("needsConfirmation"),
    "unlink its account": "needsConfirmation",
  },
  published: {
    ...fixed,
    ...resolvedByWord,
    ...anyState("published"),
    "unlink its account": "published",
    "delete what is out": "published",
  },
  failed: {
    ...sendable,
    "another slot": "no",
    ...resolvedByWord,
    ...discardable("failed"),
    "several at once": "no",
    "other words": "no",
    "written anew": "no",
    "what it said before": "no",
    unschedule: "no",
    dismiss: "pending",
    "post as another": "failed",
    ...anyState("failed"),
    "unlink its account": "failed",
  },
};

const states = Object.keys(table) as State[];
const moves: readonly Verb[] = ["post now by name", "a random moment by name", "post as another"];

/** What is out in the end, whatever was pressed: by the account's name, or nobody. */
function outInTheEnd(before: State, verb: Verb, after: After): string[] {
  const who = after !== "no" && moves.includes(verb) ? "alice" : "other";
  const now = after === "no" ? before : after;
  // Its moment is Post Now's, and so is its end: nothing is queued.
  if (verb === "pause its account" && now === "soon") return [];
  // Nobody sends it by itself.
  if (now === "pending" || now === "failed") return [];
  // A paused account's tweets wait; what was sent before is out, or is found to be.
  if (verb === "pause its account" && now === "scheduled") return [];
  // The network forgets the tokens before the words reach it: refused, and the tweet is an idea again.
  if (verb === "unlink its account" && now === "publishing") return [];
  return [who];
}

async function press(scene: Scene, verb: Verb, way: keyof Way): Promise<boolean> {
  const { form, call }: Way = verbs[verb];
  if (way === "form") {
    const fields = { tweetId: String(scene.tweetId), ...form?.(scene) };
    const came = await scene.alice.act(`/timeline?tweet=${scene.tweetId}`, fields);
    return "to" in came || came.ok;
  }
  const key = await issueKey(scene.app, scene.alice.person.user.id, null);
  const path = (call?.path ?? "")
    .replace("{tweet_id}", String(scene.tweetId))
    .replace("{version_no}", "1")
    .replace("{account_id}", scene.own.networkUserId);
  const json = call?.json?.(scene);
  const response = await callApi(path, {
    method: call?.method,
    ...(json ? { json } : {}),
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) expect(response.status).toBe(409);
  return response.ok;
}

const cases = states.flatMap((state) =>
  (Object.keys(verbs) as Verb[]).flatMap((verb) =>
    (Object.keys(verbs[verb]) as (keyof Way)[]).map((way) => ({ state, verb, way, after: table[state][verb] })),
  ),
);

describe("a tweet of an account that is not the default", () => {
  it.each(cases)("that is $state, told by $way: $verb → $after", async ({ state, verb, way, after }) => {
    // What a person says of a lost answer is true.
    const scene = await makeScene(state, { taken: verb !== "it is not there" });
    try {
      const before = await scene.read();
      expect(stateOf(before)).toBe(state);
      const done = await press(scene, verb, way);
      const now = await scene.read();
      if (after === "no") expect([done, now]).toEqual([false, before]);
      else expect([done, stateOf(now)]).toEqual([true, after]);
      const isUnsent = now.state === "pending" || now.state === "failed";
      if (verb === "unlink its account") expect(now.ownAccountId).toBeNull();
      else expect(now.account?.username).toBe(done && moves.includes(verb) ? "alice" : "other");
      await scene.settle();
      const end = await scene.read();
      const out = outInTheEnd(state, verb, after);
      const posted = verb === "other words" && done ? scene.network.accepted : await scene.posted();
      // Unlinked, its posts can't be read any more: it asks, and is neither sent again nor forgotten.
      const isUnreadable = verb === "unlink its account" && (state === "unknown" || state === "needsConfirmation");
      expect(posted).toEqual(verb === "other words" && done ? out.map(() => other) : out);
      const isFreed = verb === "unlink its account" && state === "publishing";
      const isRefused = verb === "pause its account" && state === "soon";
      const rest = isFreed ? "pending" : isRefused ? "failed" : isUnsent ? now.state : "scheduled";
      expect(stateOf(end)).toBe(isUnreadable ? "needsConfirmation" : out.length > 0 ? "published" : rest);
      if (out.length > 0 && verb !== "other words") expect(end.account?.username).toBe(out[0]);
    } finally {
      await scene.settle();
      await scene.close();
    }
  });
});

describe("the table is complete:", () => {
  it("it has every state that the database knows", async () => {
    const scene = await makeScene("pending");
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = 'tweets'`.execute(
      scene.app.db,
    );
    await scene.close();
    const known = /state text not null[^(]*check \(state in \(([^)]*)\)\)/.exec(rows[0]?.sql ?? "")?.[1];
    const names = known?.match(/\w+/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    expect([...names, "needsConfirmation", "soon"].toSorted()).toEqual(states.toSorted());
  });

  it("it has every form that a tweet or its account has", async () => {
    const scene = await makeScene("pending");
    const pressed = new Set(Object.values(verbs).map((verb: Way) => verb.form?.(scene)["intent"]));
    await scene.close();
    /** They are about something else than a tweet that is there, or its account. */
    const elsewhere = new Set([
      "write-tweet",
      "sign-in",
      "create-account",
      "sign-out",
      "sign-out-everywhere",
      "forgot-password",
      "change-password",
      "delete-my-account",
      "set-timezone",
      "set-theme",
      "set-preferences",
      // Of all that lies at night after a move of zone; zones have tests of their own.
      "draw-anew",
      // Of a thread that is on its way, or stands still: tests/screens/timeline/threads.test.ts.
      "steer-thread",
      "change-thread",
      // Of what waits since a restore: tests/features/backlog/backlog.test.ts.
      "decide-backlog",
    ]);
    const all = [...Object.keys(tweetIntents), ...Object.keys(frameIntents)];
    expect(all.filter((intent) => !elsewhere.has(intent) && !pressed.has(intent))).toEqual([]);
    expect([...elsewhere].filter((intent) => !all.includes(intent))).toEqual([]);
  });

  it("it has every route of the API that a tweet or its account has", () => {
    const called = new Set(
      Object.values(verbs).flatMap(({ call }: Way) => (call ? [`${call.method} ${call.path}`] : [])),
    );
    const routes = endpoints
      .filter(({ method, path }) => method !== "GET" && /\{(tweet|account)_id\}/.test(path))
      // How an account sounds is asked when a tweet is written; one that is there stays as it is.
      .filter(({ path }) => !path.startsWith("/api/voices/"))
      // It is about what waits since a restore.
      .filter(({ path }) => !path.endsWith("/backlog"))
      // New hours move nothing that waits.
      .filter(({ path }) => !path.startsWith("/api/hours/"))
      .map(({ method, path }) => `${method} ${path}`);
    expect(routes.length).toBeGreaterThan(9);
    expect(routes.filter((route) => !called.has(route))).toEqual([]);
  });

  it("its words are those of the tweet", () => expect(words).not.toBe(other));
});
