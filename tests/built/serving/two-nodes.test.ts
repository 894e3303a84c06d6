// Two built nodes on one Postgres, with the environment of deploy/compose.postgres.yaml, behind a proxy that takes turns.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { linkInSandbox, newHandle, register, tweetsOf, Visitor, writeTweets } from "../../support/people/browser";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";
import { type RoundRobin, startRoundRobin } from "../../support/calls/round-robin";
import { type BuiltServer, type Environment, eventually, startServer } from "../../support/server";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** deploy/.env, as the file asks for it. */
const shared: Environment = {
  DOMAIN: "linnet.example.com",
  POSTGRES_PASSWORD: "lettersanddigits",
  SESSION_SECRET: "a secret of the tests that is long enough",
  ENCRYPTION_KEY: "another secret of the tests that is long enough",
};

/** "Add to Timeline" goes out within seconds: lines of .env.example, which deploy/.env may have, too. */
const soon: Environment = {
  SCHEDULE_WINDOW_HOURS: "0.0008-0.0015",
  // On a slow machine one of them may be in flight where its node is killed: it is looked up then.
  RECONCILE_AFTER_SECONDS: "5",
  QUIET_HOURS: "none",
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
};

const keeper = { METRICS_TOKEN: "a-token-of-the-tests" };

/** What the compose file gives each node, its variables filled in from deploy/.env. */
function environmentOfNodes(): Environment {
  const file = readFileSync(join(import.meta.dirname, "../../../deploy", "compose.postgres.yaml"), "utf8");
  const [, block = ""] = /^x-node: &node\n[\s\S]*?^ {2}environment:\n((?: {4}\S.*\n)+)/m.exec(file) ?? [];
  const lines = block.split("\n").filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", raw = ""] = /^ {4}(\w+): (.*)$/.exec(line) ?? [];
      const value = raw.replace(/^"(.*)"$/, "$1").replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, key: string) => {
        const given = shared[key];
        if (given === undefined) throw new Error(`compose.postgres.yaml asks for ${key}, and the test has none`);
        return given;
      });
      return [name, value];
    }),
  );
}

/** As in the file, but for where Postgres is. */
function environmentOn(url: string): Environment {
  const given = environmentOfNodes();
  expect(given["DATABASE_URL"]).toBe(`postgres://linnet:${shared["POSTGRES_PASSWORD"]}@postgres:5432/linnet`);
  return { ...given, DATABASE_URL: url };
}

const publicOrigin = `https://${shared["DOMAIN"]}`;

/** The same person at one of the nodes, by their key. */
function at(node: BuiltServer, person: Visitor): Visitor {
  const visitor = new Visitor(node.origin);
  visitor.apiKey = person.apiKey;
  return visitor;
}

async function begin(): Promise<{ nodes: [BuiltServer, BuiltServer]; proxy: RoundRobin }> {
  await runOn(postgres.url("postgres"), "create database linnet");
  const env = { ...environmentOn(postgres.url("linnet")), ...soon, ...keeper };
  const start = async () => {
    const began = performance.now();
    const node = await startServer({ env });
    onTestFinished(() => node.close());
    return { node, ms: Math.round(performance.now() - began) };
  };
  const [first, second] = [await start(), await start()];
  console.log(`served after: first node ${first.ms} ms (with the schema), second ${second.ms} ms`);
  const nodes: [BuiltServer, BuiltServer] = [first.node, second.node];
  const proxy = await startRoundRobin({ ports: () => nodes.map(({ port }) => port), publicOrigin });
  onTestFinished(() => proxy.close());
  return { nodes, proxy };
}

it("what a person does is the same at both nodes, and where one is killed the other serves and posts", async () => {
  const { nodes, proxy } = await begin();
  const alice = await register(proxy.origin, "alice");
  await linkInSandbox(alice, newHandle("alice"));
  const { batchId, tweets } = await writeTweets(alice, "linnets in winter");
  expect(tweets).toHaveLength(5);
  for (const node of nodes) expect(await tweetsOf(at(node, alice), batchId)).toEqual(tweets);

  for (const node of nodes) {
    const ready = await fetch(`${node.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
    const headers = { Authorization: `Bearer ${keeper.METRICS_TOKEN}` };
    const metrics = await (await fetch(`${node.origin}/metrics`, { headers })).text();
    expect(metrics).toContain("\nlinnet_publisher 1\n");
    // Postgres keeps its own backups and its own disk.
    expect(metrics).not.toMatch(/linnet_backup_last_success_seconds|linnet_disk_free_bytes/);
    const details = await fetch(`${node.origin}/readyz`, { headers });
    expect(Object.keys((await details.json()) as object).sort()).toEqual([
      "commit",
      "proxy_unnamed",
      "publisher",
      "publishing",
      "ready",
      "refusing_majority",
      "version",
      "writable",
    ]);
  }

  // A session that one node began is known to the other: four pages are two of each.
  for (const page of ["/generate", "/timeline", "/generate", "/timeline"])
    expect(await (await alice.open(page)).text(), page).toContain(alice.email);
  for (const node of nodes)
    expect(node.events().some(({ path }) => path === "/timeline" || path === "/generate")).toBe(true);

  const schedule = (id: number | undefined) =>
    alice.call("POST", `/api/questions/publish-random-auto/${id}`, { user_timezone: "Europe/Berlin" });
  for (const tweet of tweets.slice(0, 3)) expect((await schedule(tweet.id)).status).toBe(200);
  const states = async (visitor: Visitor) => (await tweetsOf(visitor, batchId)).map(({ status }) => status);
  const [killed, left] = nodes;
  await killed.kill9();
  const killedAt = performance.now();
  expect((await alice.open("/timeline")).status).toBe(200);
  expect((await alice.open("/generate")).status).toBe(200);
  const done = "published,published,published,pending,pending";
  await eventually("all three are out", async () => `${await states(alice)}` === done);
  console.log(`all that was due is out ${Math.round(performance.now() - killedAt)} ms after a node was killed`);
  const urls = (await tweetsOf(at(left, alice), batchId)).flatMap(({ post_url }) => post_url ?? []);
  expect(new Set(urls).size).toBe(3);
  expect(proxy.passedOn()).toBeGreaterThan(0);
  const now = await alice.call("POST", `/api/questions/publish-now/${tweets[3]?.id}`, {});
  expect(now.status).toBe(200);
});
