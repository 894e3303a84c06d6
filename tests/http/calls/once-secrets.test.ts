// Calls whose answer has a secret that is shown once, under an Idempotency-Key: done once, told again, and kept for no reader.
import { afterEach, beforeEach, expect, it } from "vitest";
import { fingerprintOf } from "~/http/api/idempotency/request-key.server";
import { create } from "~/http/contract/programs/keys.server";
import { endpoints } from "~/http/contract/index.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { password } from "~tests/support/people/make";

let cast: Cast;
beforeEach(async () => {
  cast = await createCast();
});
afterEach(() => cast?.close());

const bodies: Record<string, Record<string, unknown>> = {
  "POST /api/keys": { name: "n8n", scopes: ["read"], password },
  "POST /api/keys/{key_id}/rotate": { password },
  "POST /api/webhooks": { url: "https://93.184.215.14/hook", events: ["*"] },
  "POST /api/webhooks/{webhook_id}/rotate-secret": {},
};

const send = (route: string, json: object, member = cast.alice) => {
  const [method = "", path = ""] = route.split(" ");
  const sent = { json, headers: { "idempotency-key": "once" } };
  return cast.client.send<{ data: Record<string, unknown>; code: string }>(
    method,
    fill(path, cast.idsOf(member)),
    sent,
    member.key,
  );
};

const secretIn = (body: object): string => /(?:linnet_\w{36}|whsec_[\w+/=]+)/.exec(JSON.stringify(body))?.[0] ?? "";

it("these are the calls whose answer has a secret, and each takes a key", () => {
  const shown = endpoints.filter(({ example }) => secretIn({ example }) !== "");
  expect(shown.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(bodies).sort());
  expect(shown.filter(({ once, showsSecret }) => !once || !showsSecret)).toEqual([]);
});

it.each(Object.keys(bodies))(
  "%s, asked for twice, tells the one secret twice, and no row can be read",
  async (route) => {
    const json = bodies[route] ?? {};
    const [first, again] = [await send(route, json), await send(route, json)];
    expect(first.status).toBeLessThan(300);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const secret = secretIn(first.body);
    expect(secret).not.toBe("");
    const rows = JSON.stringify(await cast.app.db.selectFrom("retries").selectAll().execute());
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain("success");
    expect((await send(route, { ...json, description: "other", overlap_hours: 1 })).status).toBe(422);
    // Another person's key is another key.
    expect(secretIn((await send(route, json, cast.bob)).body)).not.toBe(secret);
  },
);

it("who sends another password under the key is told nothing, and no password can be tried on what is kept", async () => {
  const raw = bodies["POST /api/keys"] ?? {};
  await send("POST /api/keys", raw);
  const other = await send("POST /api/keys", { ...raw, password: "another 1234" });
  expect([other.status, other.body.code]).toEqual([422, "idempotency_mismatch"]);
  const kept = await cast.app.db.selectFrom("retries").select("fingerprint").executeTakeFirstOrThrow();
  const asked = { params: {}, search: new URLSearchParams(), raw };
  expect(fingerprintOf(cast.app, create, asked)).toBe(kept.fingerprint);
  const config = { ...cast.app.config, encryptionKeys: ["what a reader of the database would guess"] };
  expect(fingerprintOf({ config }, create, asked)).not.toBe(kept.fingerprint);
});

it("a wrong password under a key is no answer that is kept", async () => {
  const ask = { ...bodies["POST /api/keys"], password: "wrong 1234" };
  expect((await send("POST /api/keys", ask)).status).toBe(401);
  expect((await send("POST /api/keys", bodies["POST /api/keys"] ?? {})).status).toBe(201);
});
