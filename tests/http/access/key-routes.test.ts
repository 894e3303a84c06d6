// Every route of the API against every kind of named key: which scope each needs, pinned by name, and who is let in.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { holdAllKeys, makeKeyFor, revokeKey } from "~/features/api-keys/api-keys.server";
import { type Scope, scopes } from "~/features/api-keys/scope";
import { minutes } from "~/ground/time/duration";
import type { Endpoint } from "~/http/contract/endpoint.server";
import { inTransaction } from "~db/database.server";
import { aFile, type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill, type Sent } from "~tests/support/calls/client";
import { password } from "~tests/support/people/make";

const routes = handlers.map(({ endpoint }) => endpoint);
const wants = ({ scope }: Endpoint): readonly string[] => (typeof scope === "string" ? [scope] : scope);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Of two scopes one will do: such a route stands under both. What only reads with `read` is told by its method. */
const pinned: Record<string, string[]> = {
  none: [
    "DELETE /api/keys/{key_id}",
    "GET /api/keys",
    "GET /api/spending",
    "GET /api/twitter-auth/callback",
    "POST /api/keys",
    "POST /api/keys/{key_id}/rotate",
    "POST /api/tweets/{tweet_id}/resolve",
    "POST /api/users/login",
    "POST /api/users/register",
    "PUT /api/results/settings",
    "PUT /api/spending",
  ],
  any: ["GET /api/me", "GET /api/openapi.json"],
  accounts: [
    "DELETE /api/twitter/accounts/{account_id}",
    "GET /api/twitter-auth/authorize-force-logout/{user_id}",
    "GET /api/twitter-auth/authorize/{user_id}",
    "POST /api/questions/set-timezone/{user_id}",
    "POST /api/twitter/accounts/{account_id}/pause",
    "POST /api/twitter/accounts/{account_id}/resume",
    "POST /api/twitter/accounts/{account_id}/set-default",
  ],
  publish: [
    "DELETE /api/tweets/{tweet_id}/post",
    "POST /api/batches/{batch_id}/schedule",
    "POST /api/questions/multi-account/publish-now/{tweet_id}",
    "POST /api/questions/multi-account/publish-random/{tweet_id}",
    "POST /api/questions/publish-now/{tweet_id}",
    "POST /api/questions/publish-random-auto/{tweet_id}",
    "POST /api/tweets/{tweet_id}/cancel",
    "POST /api/tweets/{tweet_id}/move",
    "POST /api/tweets/{tweet_id}/schedule",
    "POST /api/tweets/{tweet_id}/thread/continue",
    "POST /api/tweets/{tweet_id}/thread/stop",
    "POST /api/tweets/{tweet_id}/versions/{version_no}/restore",
    "POST /api/twitter/accounts/{account_id}/backlog",
    "PUT /api/bots/content-analysis/bot-control/{analysis_id}",
    "PUT /api/hours/{account_id}",
    "PUT /api/tweets/{tweet_id}",
    "PUT /api/tweets/{tweet_id}/thread",
  ],
  write: [
    "DELETE /api/analyses/{analysis_id}",
    "DELETE /api/media/{media_id}",
    "DELETE /api/tweets/{tweet_id}",
    "POST /api/batches/{batch_id}/again",
    "POST /api/bots/content-analysis/analyze",
    "POST /api/media",
    "POST /api/questions/submit-gemini",
    "POST /api/results/read/{tweet_id}",
    "POST /api/tweets",
    "POST /api/tweets/draft",
    "POST /api/tweets/thread",
    "POST /api/tweets/{tweet_id}/refine",
    "POST /api/tweets/{tweet_id}/restore",
    "POST /api/tweets/{tweet_id}/versions/{version_no}/restore",
    "POST /api/voices/{account_id}/preview",
    "PUT /api/tweets/{tweet_id}",
    "PUT /api/tweets/{tweet_id}/thread",
    "PUT /api/voices/{account_id}",
  ],
  webhooks: [
    "DELETE /api/webhooks/{webhook_id}",
    "GET /api/webhooks",
    "GET /api/webhooks/{webhook_id}",
    "GET /api/webhooks/{webhook_id}/deliveries",
    "POST /api/deliveries/{delivery_id}/replay",
    "POST /api/webhooks",
    "POST /api/webhooks/{webhook_id}/rotate-secret",
    "POST /api/webhooks/{webhook_id}/test",
    "PUT /api/webhooks/{webhook_id}",
  ],
};

describe("the scope of every route is the one that was decided for it", () => {
  const of = (scope: string) =>
    routes
      .filter((one) => wants(one).includes(scope))
      .map(nameOf)
      .sort();

  it.each(Object.keys(pinned))("%s", (scope) => {
    expect(of(scope)).toEqual(pinned[scope]);
  });

  it("read, which nothing needs but what reads", () => {
    expect(of("read").filter((one) => !one.startsWith("GET "))).toEqual([
      "POST /api/tweets/split",
      "POST /api/tweets/weigh",
    ]);
    const others = new Set(Object.values(pinned).flat());
    expect(of("read").filter((one) => others.has(one))).toEqual([]);
    expect(routes.map(nameOf).filter((one) => !others.has(one) && !of("read").includes(one))).toEqual([]);
    expect(Object.keys(pinned).sort()).toEqual(["any", "none", ...scopes.filter((one) => one !== "read")].sort());
  });

  it("and only a draft's or a queued tweet's words leave it to what they would change", () => {
    expect(
      routes
        .filter((one) => wants(one).length > 1)
        .map(nameOf)
        .sort(),
    ).toEqual([
      "POST /api/tweets/{tweet_id}/versions/{version_no}/restore",
      "PUT /api/tweets/{tweet_id}",
      "PUT /api/tweets/{tweet_id}/thread",
    ]);
  });
});

describe("every route", () => {
  let cast: Cast;
  beforeEach(async () => {
    cast = await createCast();
  });
  afterEach(() => cast?.close());

  let made = 0;
  const keyWith = (may: readonly Scope[], expiresAt: number | null = null) =>
    makeKeyFor(cast.app, cast.alice.user.id, { name: `key ${(made += 1)}`, scopes: may, expiresAt });

  interface Answer {
    status: number;
    code: unknown;
  }

  interface Asked {
    headers?: Record<string, string>;
    query?: string;
    ids?: Record<string, string | number>;
  }

  async function ask(endpoint: Endpoint, key: string, { headers = {}, query = "", ids }: Asked = {}): Promise<Answer> {
    const path = fill(endpoint.path, ids ?? cast.idsOf(cast.alice)) + query;
    const sent: Sent = endpoint.upload
      ? { body: aFile.body, headers: { ...aFile.headers, ...headers } }
      : { headers, ...(endpoint.method === "GET" ? {} : { json: {} }) };
    const { status, body } = await cast.client.send(endpoint.method, path, sent, key || undefined);
    return { status, code: (body as Record<string, unknown> | null)?.["code"] };
  }

  /** A named key is told of what it misspells once it is let in, and before anything is done: no answer hangs on another. */
  const misspelt = "?no_such_field=1";
  const letIn = { status: 422, code: "invalid" };

  async function everywhere(key: string, expected: (one: Endpoint) => Answer) {
    const wrong: string[] = [];
    for (const one of routes) {
      const { status, code } = await ask(one, key, { query: misspelt });
      const want = expected(one);
      if (status !== want.status || code !== want.code)
        wrong.push(`${nameOf(one)}: ${status} ${String(code)}, not ${JSON.stringify(want)}`);
    }
    expect(wrong).toEqual([]);
  }

  /** Nobody is asked for, so no key is looked at, and what is misspelt is let by. */
  const isForAll = ({ path }: Endpoint) => path === "/api/openapi.json";
  const verdict = (one: Endpoint, may: readonly Scope[]): Answer => {
    if (isForAll(one)) return { status: 200, code: undefined };
    if (one.scope === "any") return letIn;
    if (one.scope === "none") return { status: 403, code: "not_for_keys" };
    return wants(one).some((scope) => may.includes(scope as Scope))
      ? letIn
      : { status: 403, code: "insufficient_scope" };
  };

  it.each([...scopes.map((scope) => [scope]), []].map((may) => [may.join(" ") || "none of them", may] as const))(
    "lets a key with %s do that and nothing else",
    async (_name, may) => {
      const { key } = await keyWith(may);
      await everywhere(key, (one) => verdict(one, may));
    },
  );

  it("answers a key with all scopes wherever nothing is changed", async () => {
    const { key } = await keyWith(scopes);
    const reading = routes.filter(({ method, scope }) => method === "GET" && scope !== "none");
    for (const one of reading) expect(await ask(one, key), nameOf(one)).toMatchObject({ code: undefined });
  });

  it("lets a key with all scopes do all but what is a person's own", async () => {
    await everywhere((await keyWith(scopes)).key, (one) => verdict(one, scopes));
  });

  it("lets a browser's key and a cookie do what they could, and keeps a person's own for them", async () => {
    const { headers } = await cast.client.send("POST", "/api/users/login", {
      json: { email: cast.alice.user.email, password },
    });
    const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    // Of things that nobody has, so that nothing is changed.
    const known = cast.idsOf(cast.alice);
    const nothing = Object.entries(known).map(([name, id]) => [name, typeof id === "number" ? 987_654 : randomUUID()]);
    const ids = { ...Object.fromEntries(nothing), user_id: cast.alice.user.id } as typeof known;
    for (const one of routes.filter(({ access }) => access !== "open"))
      for (const [key, by] of [
        [cast.alice.key, {}],
        ["", { cookie, "sec-fetch-site": "same-origin" }],
      ] as const) {
        const { status } = await ask(one, key, { headers: by, ids });
        expect([401, 403], nameOf(one)).not.toContain(status);
        if (/\{(?!user_id)/.test(one.path)) expect(status, nameOf(one)).toBe(404);
      }
  });

  it.each(["expired", "held", "revoked", "forged", "for agents"])(
    "refuses a key that is %s, also where nobody needs to be known",
    async (how) => {
      const { key, id } = await keyWith(scopes, how === "expired" ? cast.app.clock.now() + minutes(1) : null);
      if (how === "expired") cast.app.clock.advance(minutes(1));
      if (how === "held") await inTransaction(cast.app.db, (trx) => holdAllKeys(trx, cast.app.clock.now()));
      if (how === "revoked") await revokeKey(cast.app, { userId: cast.alice.user.id, id }, "192.0.2.7");
      if (how === "for agents")
        await cast.app.db.updateTable("named_keys").set({ audience: "mcp" }).where("id", "=", id).execute();
      const codes: Record<string, string> = {
        expired: "key_expired",
        held: "key_held",
        "for agents": "key_for_agents",
      };
      const code = codes[how] ?? "key_unknown";
      const sent = how === "forged" ? `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}` : key;
      await everywhere(sent, (one) => (isForAll(one) ? verdict(one, scopes) : { status: 401, code }));
    },
  );
});
