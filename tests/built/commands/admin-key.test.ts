// npm run admin -- key as the image runs it: beside the server, a key that may what was named, and a sentence for what can't be.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { register, type Visitor } from "../../support/people/browser";
import { type BuiltServer, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
let server: BuiltServer;
let alice: Visitor;
beforeAll(async () => {
  server = await startServer();
  alice = await register(server.origin, "alice");
});
afterAll(() => server.close());

function admin(...args: string[]): Promise<{ status: number; printed: string }> {
  const options = {
    cwd: root,
    env: { PATH: process.env["PATH"], NODE_ENV: "production" as const, DATA_DIR: server.dataDir },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, ["build/commands/admin.js", ...args], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });
}

const call = (key: string, method: string, path: string, body?: object) =>
  fetch(server.origin + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

it("makes a key that serves at once, and may what was named and nothing else", async () => {
  const { status, printed } = await admin("key", alice.email, "--name", "n8n", "--scopes", "read,write");
  expect(status, printed).toBe(0);
  const key = /^linnet_[0-9A-Za-z]{36}$/m.exec(printed)?.[0] ?? "";
  expect(printed).toContain(`Created API key n8n for ${alice.email}, with read, write (shown once):`);
  const me = (await (await call(key, "GET", "/api/me")).json()) as { data: unknown };
  expect(me.data).toMatchObject({
    email: alice.email,
    key: { name: "n8n", scopes: ["read", "write"], expires_at: null },
  });
  const drafted = await call(key, "POST", "/api/tweets", { tweets: [{ tweet_content: "Owls listen." }] });
  expect(drafted.status).toBe(201);
  const { data } = (await drafted.json()) as { data: { id: number }[] };
  const posted = await call(key, "POST", `/api/questions/publish-now/${data[0]?.id}`, {});
  expect(posted.status).toBe(403);
  expect(await posted.json()).toMatchObject({ code: "insufficient_scope" });
});

it.each([
  [["key"], "npm run admin -- list-users"],
  [["key", "EMAIL", "--name", "n8n"], "Scopes: read, write, publish, accounts, webhooks"],
  [["key", "EMAIL", "--name", "n8n", "--scopes", "everything"], "Scopes: read"],
  [["key", "EMAIL", "--name", "", "--scopes", "read"], "Scopes: read"],
  [["key", "EMAIL", "--name", "n8n", "--scopes", "read", "--more", "x"], "Scopes: read"],
  [["key", "EMAIL", "--name", "n8n", "--scopes", "read"], "a key with this name"],
  [["key", "nobody@linnet.example", "--name", "n8n", "--scopes", "read"], "nobody@linnet.example"],
])("refuses %j in words, and makes none", async (args, words) => {
  const { status, printed } = await admin(...args.map((one) => (one === "EMAIL" ? alice.email : one)));
  expect(status).not.toBe(0);
  expect(printed).toContain(words);
  expect(printed).not.toContain("linnet_");
  expect(printed).not.toMatch(/ at .*\.js:\d/);
});

it("leaves one key, of those who were refused none", async () => {
  const listed = (await (await alice.send("/api/keys", { method: "GET" })).json()) as { data: { name: string }[] };
  expect(listed.data.map(({ name }) => name)).toEqual(["n8n"]);
});

it("lists whose the server is; deletes nobody unasked where nobody can be asked, and with --yes at once", async () => {
  const bob = await register(server.origin, "bob");
  const listed = await admin("list-users");
  expect(listed.printed).toMatch(new RegExp(`${alice.email}  since .+ API keys, operator$`, "m"));
  expect(listed.printed).toMatch(new RegExp(`${bob.email}  since .+, 0 API keys$`, "m"));
  const unasked = await admin("delete", bob.email);
  expect([unasked.status, unasked.printed]).toEqual([
    1,
    expect.stringContaining("This can't be undone. Nothing was deleted. To confirm without a terminal, add --yes."),
  ]);
  expect((await admin("list-users")).printed).toContain(bob.email);
  expect((await admin("disable", bob.email, "--yes")).printed).toContain("npm run admin -- list-users");
  const deleted = await admin("delete", bob.email, "--yes");
  expect([deleted.status, deleted.printed]).toEqual([
    0,
    expect.stringContaining("and all their data. Scheduled tweets"),
  ]);
  expect((await admin("list-users")).printed).not.toContain(bob.email);
});
