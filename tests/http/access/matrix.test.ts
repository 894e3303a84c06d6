// Who is let in where: every endpoint of the API against every way to say, or not to say, who one is.
import { afterEach, beforeEach, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { disablePerson } from "~/features/people/people.server";
import { awaitSecondStep } from "~/features/second-factor/second-factor.server";
import { setWaiting } from "~/http/session/second-step.server";
import { hasParam, type Endpoint } from "~/http/contract/endpoint.server";
import { aFile, type Cast, createCast, type Member } from "~tests/support/calls/api-cast";
import { fill, type Sent } from "~tests/support/calls/client";
import { giveFactor } from "~tests/support/people/factor";
import { password } from "~tests/support/people/make";

let cast: Cast;
let cookie: string;
beforeEach(async () => {
  cast = await createCast();
  const ask = { json: { email: cast.alice.user.email, password } };
  const { headers } = await cast.client.send("POST", "/api/users/login", ask);
  cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? "";
});
afterEach(() => cast?.close());

/** All that are served, which is all that the contract describes (openapi.test.ts). */
const routes = handlers.map(({ endpoint }) => endpoint);
const guarded = routes.filter(({ access }) => access === "user");
const changing = guarded.filter(({ method }) => method !== "GET");
/** Of these what has a body in which it can be said who asks. */
const inJson = changing.filter(({ upload }) => !upload);

/** One request: whose ids it names, what it says of who asks, and where it says it. */
interface Way {
  ids?: (cast: Cast) => Member;
  query?: Record<string, string>;
  body?: Record<string, string>;
  headers?: Record<string, string>;
}

async function ask(endpoint: Endpoint, way: Way): Promise<number> {
  const path = fill(endpoint.path, cast.idsOf(way.ids?.(cast) ?? cast.alice));
  const query = new URLSearchParams(way.query);
  const json = endpoint.method === "GET" ? undefined : { ...way.body };
  const sent: Sent = endpoint.upload
    ? { body: aFile.body, headers: { ...aFile.headers, ...way.headers } }
    : { headers: way.headers ?? {}, ...(json ? { json } : {}) };
  return (await cast.client.send(endpoint.method, `${path}?${query.toString()}`, sent)).status;
}

/** Everything that could change, as it stands. Asking who one is notes when a session or a key was used, and nothing else. */
async function state(): Promise<string> {
  const { db } = cast.app;
  const tables = [
    "users",
    "api_keys",
    "named_keys",
    "accounts",
    "link_requests",
    "generation_tasks",
    "batches",
    "tweets",
  ] as const;
  const rows = [...tables, "attempts" as const, "tweet_events" as const, "analyses" as const, "bots" as const].map(
    (table) => db.selectFrom(table).selectAll().execute(),
  );
  return JSON.stringify(await Promise.all(rows), (name, value: unknown) => (/used_at$/.test(name) ? null : value));
}

const isOut = (status: number) => status === 401 || status === 403 || status === 404;

async function refusedEverywhere(endpoints: readonly Endpoint[], expected: (one: Endpoint) => number, way: Way) {
  const before = await state();
  const wrong: string[] = [];
  for (const one of endpoints) {
    const status = await ask(one, way);
    if (status !== expected(one)) wrong.push(`${one.method} ${one.path}: ${status}, not ${expected(one)}`);
  }
  expect(wrong).toEqual([]);
  expect(await state(), "something was changed").toBe(before);
}

/** What ends the account comes last. */
const endingLast = (endpoints: readonly Endpoint[]) =>
  [...endpoints].sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

async function admittedEverywhere(endpoints: readonly Endpoint[], way: Way) {
  const shut: string[] = [];
  for (const one of endingLast(endpoints)) {
    const status = await ask(one, way);
    if (isOut(status)) shut.push(`${one.method} ${one.path}: ${status}`);
  }
  expect(shut).toEqual([]);
}

it("the table has routes of every kind", () => {
  expect(guarded.length).toBeGreaterThan(20);
  expect(changing.length).toBeGreaterThan(14);
  const open = routes.filter(({ access }) => access !== "user").map(({ path }) => path);
  expect(open.sort()).toEqual([
    "/api/openapi.json",
    "/api/questions/batch/{batch_id}",
    "/api/questions/task-status/{task_id}",
    "/api/twitter-auth/callback",
    "/api/users/login",
    "/api/users/register",
  ]);
});

const mine = (one: Cast) => one.alice;
const userId = (of: (cast: Cast) => Member) => of(cast).user.id;

it("no credentials, empty ones, and a user's id alone are 401 everywhere", async () => {
  await refusedEverywhere(guarded, () => 401, {});
  await refusedEverywhere(guarded, () => 401, {
    query: { user_id: "", api_key: "" },
    body: { user_id: "", api_key: "" },
  });
  const alone = { user_id: userId(mine) };
  await refusedEverywhere(guarded, () => 401, { query: alone, body: alone });
  await refusedEverywhere(guarded, () => 401, { headers: { cookie: "linnet=somebody" } });
});

it("who is disabled is nobody, by key and by cookie, though a row of either were left behind", async () => {
  const [id, key] = [cast.alice.user.id, cast.alice.key];
  const beside = { user_id: id, api_key: key };
  await cast.app.db.updateTable("users").set({ disabled_at: 1 }).where("id", "=", id).execute();
  await refusedEverywhere(guarded, () => 401, { headers: { authorization: `Bearer ${key}` } });
  await refusedEverywhere(guarded, () => 401, { query: beside });
  await refusedEverywhere(changing, () => 401, { body: beside });
  await refusedEverywhere(guarded, () => 401, { headers: { cookie, "sec-fetch-site": "same-origin" } });
  await cast.app.db.updateTable("users").set({ disabled_at: null }).where("id", "=", id).execute();
  await disablePerson(cast.app, id, null);
  await refusedEverywhere(guarded, () => 401, { headers: { authorization: `Bearer ${key}` } });
  await refusedEverywhere(guarded, () => 401, { headers: { cookie, "sec-fetch-site": "same-origin" } });
});

it("who has sent the right password and not the second step is nobody", async () => {
  await giveFactor(cast.app, cast.alice);
  const id = await awaitSecondStep(cast.app, cast.alice, []);
  const waiting = (await setWaiting(cast.app, { id: id ?? "", to: "/generate" })).split(";", 1)[0] ?? "";
  await refusedEverywhere(guarded, () => 401, { headers: { cookie: waiting, "sec-fetch-site": "same-origin" } });
  // Nor is the waiting sign-in's own id a session, or a key.
  const asSession = cookie.replace(/=.*/, `=${id}`);
  await refusedEverywhere(guarded, () => 401, { headers: { cookie: asSession, "sec-fetch-site": "same-origin" } });
  await refusedEverywhere(guarded, () => 401, { headers: { authorization: `Bearer ${id}` } });
});

it("a wrong key is 401 wherever it stands, and never falls through to a cookie that would do", async () => {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const key = { user_id: userId(mine), api_key: "not-a-key" };
  await refusedEverywhere(guarded, () => 401, { headers: { ...headers, authorization: "Bearer not-a-key" } });
  await refusedEverywhere(guarded, () => 401, { headers: { ...headers, authorization: "Bearer not a key" } });
  await refusedEverywhere(guarded, () => 401, { headers, query: key });
  await refusedEverywhere(inJson, () => 401, { headers, body: key });
});

it("a key without its user's id is let in only where the path has it", async () => {
  const { key } = cast.alice;
  const withoutId = guarded.filter((one) => !hasParam(one, "user_id"));
  await refusedEverywhere(withoutId, () => 401, { query: { api_key: key } });
  const changingWithoutId = withoutId.filter(({ method, upload }) => method !== "GET" && !upload);
  await refusedEverywhere(changingWithoutId, () => 401, { body: { api_key: key } });
  for (const one of guarded.filter((one) => hasParam(one, "user_id")))
    expect(isOut(await ask(one, { query: { api_key: cast.alice.key } })), one.path).toBe(false);
});

it("another's id beside a key is 401, whichever of the two is whose", async () => {
  const [alice, bob] = [cast.alice, cast.bob];
  const crossed = { user_id: bob.user.id, api_key: alice.key };
  await refusedEverywhere(guarded, () => 401, { query: crossed });
  await refusedEverywhere(inJson, () => 401, { body: crossed });
  const headers = { authorization: `Bearer ${alice.key}` };
  await refusedEverywhere(guarded, () => 401, { headers, query: { user_id: bob.user.id } });
  await refusedEverywhere(inJson, () => 401, { headers, body: { user_id: bob.user.id } });
});

it("a stranger finds another's path forbidden and another's things not there", async () => {
  const aimed = guarded.filter(({ path }) => path.includes("{"));
  const expected = (one: Endpoint) => (hasParam(one, "user_id") ? 403 : 404);
  const key = { user_id: cast.bob.user.id, api_key: cast.bob.key };
  await refusedEverywhere(aimed, expected, { headers: { authorization: `Bearer ${cast.bob.key}` } });
  await refusedEverywhere(aimed, expected, { query: key });
  await refusedEverywhere(
    aimed.filter(({ method }) => method !== "GET"),
    expected,
    { body: key },
  );
});

it("another's things are answered word for word like things that don't exist", async () => {
  const by = { authorization: `Bearer ${cast.alice.key}` };
  const absent = { tweet_id: 999_999, account_id: 999_999, analysis_id: 999_999 };
  for (const { method, path } of guarded.filter((one) => /\{(tweet|account|analysis)_id\}/.test(one.path))) {
    const sent = { headers: by, ...(method === "GET" ? {} : { json: { twitter_account_id: "nonsense" } }) };
    const own = { user_id: cast.alice.user.id };
    const theirs = await cast.client.send(method, fill(path, { ...cast.idsOf(cast.bob), ...own }), sent);
    const nothing = await cast.client.send(method, fill(path, { ...absent, ...own }), sent);
    expect([theirs.status, nothing.status], path).toEqual([404, 404]);
    expect(theirs.body).toEqual(nothing.body);
  }
});

it("a cookie changes nothing from elsewhere, and says who one is from here", async () => {
  const elsewhere: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "http://localhost.evil.example:3000" },
    { origin: "null" },
    {},
  ];
  for (const headers of elsewhere) await refusedEverywhere(changing, () => 403, { headers: { cookie, ...headers } });
});

it.each<[string, () => Way, readonly Endpoint[]]>([
  ["bearer", () => ({ headers: { authorization: `Bearer ${cast.alice.key}` } }), guarded],
  ["query", () => ({ query: { user_id: cast.alice.user.id, api_key: cast.alice.key } }), guarded],
  ["body", () => ({ body: { user_id: cast.alice.user.id, api_key: cast.alice.key } }), inJson],
  ["cookie, with Sec-Fetch-Site", () => ({ headers: { cookie, "sec-fetch-site": "same-origin" } }), guarded],
  ["cookie, with Origin alone", () => ({ headers: { cookie, origin: "http://localhost:3000" } }), guarded],
])("the owner is let in by %s", async (_kind, way, where) => {
  await admittedEverywhere(where, way());
});
