// The walk's way through named keys, and what every route answers one that may not, or that asks too often.
import { expect, it } from "vitest";
import { makeKeyFor } from "~/features/api-keys/api-keys.server";
import type { Scope } from "~/features/api-keys/scope";
import { issueKey } from "~/features/users/users.server";
import { countHere } from "~/features/rate-limits/rate-limits.server";
import { endpoints } from "~/http/contract/index.server";
import { aFile } from "~tests/support/calls/api-cast";
import { fill } from "~tests/support/calls/client";
import { giveFactor } from "~tests/support/people/factor";
import { makePerson, password } from "~tests/support/people/make";
import { cast, get, of, post, send } from "./contract-walk";

/** It is everybody's, and looks at nobody. */
const isPage = ({ path }: { path: string }): boolean => path === "/api/openapi.json";

let made = 0;
const keyWith = (scopes: Scope[]) =>
  makeKeyFor(cast.app, cast.alice.user.id, { name: `key ${(made += 1)}`, scopes, expiresAt: null });

export function keys(): void {
  it("a key is made, listed without its secret, rotated and revoked", async () => {
    const ask = { name: "n8n", scopes: ["read", "write"], password };
    const { status, body } = await post("/api/keys", ask);
    expect(status).toBe(201);
    const { key, ...listed } = body.data;
    expect(String(key)).toMatch(/^linnet_[0-9A-Za-z]{36}$/);
    expect((await get("/api/keys")).body.data).toContainEqual(listed);
    expect(JSON.stringify((await get("/api/keys")).body)).not.toContain(String(key));
    const expires_at = new Date(cast.app.clock.now() + 60_000).toISOString();
    const other = await post("/api/keys", { ...ask, name: "script", expires_at });
    expect(other.body.data).toMatchObject({ expires_at, last_used_at: null, held: false });
    expect((await post("/api/keys", ask)).body).toMatchObject({ detail: [{ loc: ["body", "name"] }] });
    expect((await send("GET", "/api/me", {}, String(other.body.data["key"]))).body.data["key"]).toMatchObject({
      expires_at,
    });
    expect((await get("/api/keys")).body.data).toContainEqual(expect.objectContaining({ expires_at, name: "script" }));
    const forAgents = await post("/api/keys", { ...ask, name: "claude", audience: "mcp" });
    expect([other.body.data["audience"], forAgents.body.data["audience"]]).toEqual([null, "mcp"]);
    const theirs = expect.objectContaining({ name: "claude", audience: "mcp" }) as object;
    expect((await get("/api/keys")).body.data).toContainEqual(theirs);
    const rotatedToo = await post(`/api/keys/${String(forAgents.body.data["id"])}/rotate`, { password });
    expect(rotatedToo.body.data).toEqual(theirs);
    expect(await post("/api/keys", { ...ask, name: "other", audience: "api" })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "audience"], msg: "audience must be mcp or null" }] },
    });
    const again = await post(`/api/keys/${String(other.body.data["id"])}/rotate`, { password });
    expect(again.body.data["last_used_at"]).not.toBeNull();
    const rotated = await post(`/api/keys/${String(body.data["id"])}/rotate`, { password, overlap_hours: 1 });
    expect(rotated.body.data["key"]).not.toBe(key);
    for (const secret of [String(key), String(rotated.body.data["key"])])
      expect((await send("GET", "/api/me", {}, secret)).body.data["key"]).toMatchObject({ name: "n8n" });
    const at = `/api/keys/${String(body.data["id"])}`;
    expect((await send("DELETE", at)).body).toMatchObject({ message: "Key revoked" });
    expect((await send("DELETE", at)).status).toBe(404);
    expect((await get("/api/me")).body.data).toMatchObject({ user_id: cast.alice.user.id, key: null });
  });

  it("none is made where the server can't read the second step any more, or where one is missing or wrong", async () => {
    const person = await makePerson(cast.app, "dora");
    const by = await issueKey(cast.app, person.user.id, null);
    const factor = await giveFactor(cast.app, person);
    const ask = { name: "n8n", scopes: ["read"], password };
    const at = async () => {
      const { id } = await makeKeyFor(cast.app, person.user.id, {
        name: `key ${made++}`,
        scopes: ["read"],
        expiresAt: null,
      });
      return `/api/keys/${id}/rotate`;
    };
    const create = (otp?: string) => send("POST", "/api/keys", { json: { ...ask, otp } }, by);
    const rotate = async (otp?: string) => send("POST", await at(), { json: { password, otp } }, by);
    for (const press of [create, rotate]) {
      expect((await press()).body).toMatchObject({ code: "second_factor_required" });
      expect((await press("000000")).body).toMatchObject({ code: "second_factor_wrong" });
    }
    const { encryptionKeys } = cast.app.config;
    cast.app.config.encryptionKeys = ["a key that opens nothing of before"];
    expect([(await create(factor.next())).status, (await rotate(factor.next())).status]).toEqual([503, 503]);
    cast.app.config.encryptionKeys = encryptionKeys;
    expect([(await create(factor.next())).status, (await rotate(factor.next())).status]).toEqual([201, 200]);
  });

  it("a wrong password, and one key too many, make none", async () => {
    expect((await post("/api/keys", { name: "a", scopes: ["read"], password: "wrong 1234" })).status).toBe(401);
    await cast.app.db.deleteFrom("rate_limits").execute();
    for (;;) {
      const { status, body } = await post("/api/keys", { name: `${made++}`, scopes: ["read"], password });
      if (status === 201) continue;
      expect(body).toMatchObject({ code: "limit_reached" });
      expect(status).toBe(409);
      break;
    }
    await cast.app.db.updateTable("named_keys").set({ revoked_at: 1 }).execute();
  });

  it("a key without the scope is told which one, everywhere but where it is asked who it is", async () => {
    const [ofWebhooks, ofOthers] = [await keyWith(["read"]), await keyWith(["webhooks"])];
    for (const { method, path, scope, upload } of endpoints.filter((one) => !isPage(one))) {
      const sent = method === "GET" ? {} : upload ? aFile : { json: {} };
      const { key } = scope === "webhooks" ? ofWebhooks : ofOthers;
      const { status, body, headers } = await send(method, fill(path, of()), sent, key);
      if (scope === "any") expect(status, path).toBe(200);
      else {
        const code = scope === "none" ? "not_for_keys" : "insufficient_scope";
        expect([status, body["code"]], `${method} ${path}`).toEqual([403, code]);
        const wanted = typeof scope === "string" ? scope : scope[0];
        const challenge = scope === "none" ? null : `Bearer error="insufficient_scope", scope="${wanted}"`;
        expect(headers.get("www-authenticate")).toBe(challenge);
      }
      // Behind the comma where the route has a limit of its own.
      expect(headers.get("ratelimit-policy")).toMatch(/(^|, )"key";q=600;w=60$/);
    }
  });

  it("a key that is none is nobody on every route, also where nobody needs to be known", async () => {
    for (const { method, path, upload } of endpoints.filter((one) => !isPage(one))) {
      const sent = method === "GET" ? {} : upload ? aFile : { json: {} };
      const { status, body } = await send(method, fill(path, of()), sent, "linnet_none");
      expect([status, body["code"]], `${method} ${path}`).toEqual([401, "key_unknown"]);
    }
  });

  it("a key that has asked 600 times within a minute is told to wait, on every route", async () => {
    const { id, key } = await keyWith(["read"]);
    for (let n = 0; n < 600; n += 1) countHere(cast.app, "key", String(id));
    for (const { method, path, upload } of endpoints.filter((one) => !isPage(one))) {
      const sent = method === "GET" ? {} : upload ? aFile : { json: {} };
      const { status, headers } = await send(method, fill(path, of()), sent, key);
      expect(status, `${method} ${path}`).toBe(429);
      expect(headers.get("ratelimit")).toMatch(/(^|, )"key";r=0;t=\d+$/);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
}
