// Reading changes nothing: every page and every GET of the API, asked for by somebody signed in, leaves the database as it was.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { handlers } from "~/api/index.server";
import { closeSession } from "~/features/users/users.server";
import { minutes } from "~/ground/time/duration";
import { publishNow } from "~/features/publishing/publishing.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { cookieFor } from "~tests/support/calls/call";
import { fill, origin } from "~tests/support/calls/client";
import { createRouter, everyAddress } from "~tests/support/calls/router";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

/** Those whose business is to begin or end something at the network (contract, "Routes"). */
const linking = /^\/(accounts\/connect|api\/twitter-auth\/.*)$/;
/** A page with no script, rendered nowhere here; it is made of the contract, and asks no database. */
const rendered = "/api/docs";

async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(cast.app.db);
  const rows = tables.map(async ({ name }) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(cast.app.db);
    // When a session was last seen, and that somebody took their data along, is all that reading tells.
    const kept = rows.filter(
      (row) => row["kind"] !== "data.exported" && (name !== "rate_limits" || !/^downloads:/.test(String(row["key"]))),
    );
    return [name, kept.map((row) => ({ ...row, seen_at: null }))];
  });
  return JSON.stringify(await Promise.all(rows));
}

it("no GET request changes the database", async () => {
  const { app, alice } = cast;
  await publishNow(app, { userId: alice.user.id, tweetId: alice.tweetId, account: null });
  const [api, screens] = [cast.route, await createRouter("forms")];
  const cookie = await cookieFor(app, alice.sessionId);
  // Long enough for the session to be touched.
  app.clock.advance(minutes(10));
  app.work.tick(app.clock.now(), app.clock.monotonic());
  const ids = { ...cast.idsOf(alice), handle: "alice_x", post_id: "1" };
  const answered: string[] = [];
  const before = await everything();
  for (const template of everyAddress()) {
    const address = fill(template, ids);
    if (linking.test(address) || address === rendered) continue;
    const isApi = address.startsWith("/api/") || address === "/session/key";
    const asked = isApi
      ? address
      : `${address === "/" ? "/_root" : address}.data?panel=settings&tweet=${alice.tweetId}`;
    const headers = { host: "localhost:3000", cookie };
    const response = await (isApi ? api : screens)(new Request(`${origin}${asked}`, { headers }));
    await response.text();
    // Nobody publishes here, and /readyz says so.
    if (template !== "/readyz") expect(response.status, asked).toBeLessThan(500);
    answered.push(`${response.status} ${asked}`);
    expect(await everything(), asked).toBe(before);
  }
  expect(answered.filter((line) => line.startsWith("200")).length).toBeGreaterThan(10);
});

it("what is a person's no browser shows again without asking, and after sign-out it is told nothing", async () => {
  const { app, alice } = cast;
  const cookie = await cookieFor(app, alice.sessionId);
  const ids = cast.idsOf(alice);
  const read = (path: string, more: Record<string, string> = {}) =>
    cast.route(new Request(`${origin}${path}`, { headers: { host: "localhost:3000", cookie, ...more } }));
  const own = handlers.filter(({ endpoint }) => endpoint.method === "GET" && endpoint.access === "user");
  const kept: { path: string; etag: string }[] = [];
  for (const { endpoint } of own) {
    const path = fill(endpoint.path, ids);
    if (linking.test(path)) continue;
    const answer = await read(path);
    expect(answer.headers.get("cache-control"), path).toMatch(/^(?:no-store|private, no-cache)$/);
    const etag = answer.headers.get("etag");
    if (answer.status === 200 && etag !== null) kept.push({ path, etag });
  }
  const picture = `/api/media/${ids["media_id"] ?? ""}`;
  expect(kept.map(({ path }) => path)).toContain(picture);
  expect((await read(picture, { "if-none-match": kept.find(({ path }) => path === picture)?.etag ?? "" })).status).toBe(
    304,
  );
  await closeSession(app, alice.sessionId);
  for (const { path, etag } of kept) expect((await read(path, { "if-none-match": etag })).status, path).toBe(401);
});
