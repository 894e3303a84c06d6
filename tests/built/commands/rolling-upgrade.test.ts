// Two nodes while the schema goes one step further under load: the old ones end what they have, the new ones go on.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { preconditionMessages } from "~/features/publishing/verbs/preconditions.server";
import { moveToPostgres } from "~db/move/move.server";
import { allIsWell } from "../../crash/faults";
import { keys, startNetwork } from "../../crash/network";
import { copyBuild, furtherBy, killAll, type Life, startLife } from "../../crash/process";
import { seeded } from "../../crash/random";
import { makeTemplate } from "../../crash/template";
import { runOn, startPostgres } from "../../support/databases/postgres";
import { startRoundRobin } from "../../support/calls/round-robin";
import { eventually, freePort } from "../../support/server";

afterAll(killAll);

const handles = Array.from({ length: 6 }, (_, n) => `alice_${n}`);
/** The first ones are due within `spread` ms; some fall due once a node is outdated, and the last ones are posted by hand. */
const [late, byHand] = [20, 30];
const texts = Array.from({ length: 90 + late + byHand }, (_, n) => `Tweet [${n + 1}] of an upgrade`);
const spread = 15_000;
const publicOrigin = "https://linnet.example.com";

/** A version whose schema is one step further; it only adds, as the steps of a version must while two serve. */
const further = furtherBy("999-planted");

interface Health {
  healthy: boolean;
  publisher: boolean;
  obstacle: string | null;
}

async function begin() {
  const [template, postgres, older, newer] = await Promise.all([
    makeTemplate({ handles, texts }),
    startPostgres(),
    copyBuild("older"),
    copyBuild("newer", further),
  ]);
  onTestFinished(async () => {
    killAll();
    await postgres.stop();
    rmSync(template.folder, { recursive: true, force: true });
  });
  await runOn(postgres.url("postgres"), "create database linnet");
  const url = postgres.url("linnet");
  const dataDir = template.copy("moved");
  const file = join(dataDir, "linnet.db");
  await moveToPostgres({ dataDir, file, url, withoutNul: false, before: async () => {}, now: Date.now });
  const network = await startNetwork({
    linked: template.linked,
    truthFile: join(template.folder, "truth"),
    random: seeded(1),
    // Long enough for some to be in flight at every moment.
    faults: () => ({ ...allIsWell, waitMs: 300 }),
    listLagMs: 0,
    lateMs: 3_000,
  });
  onTestFinished(() => network.close());
  const env = {
    APP_ORIGIN: publicOrigin,
    TRUST_PROXY: "1",
    DATABASE_URL: url,
    SESSION_SECRET: template.secret,
    ENCRYPTION_KEY: template.secret,
    X_API_KEY: keys.apiKey,
    X_API_SECRET: keys.apiSecret,
    X_API_ORIGIN: network.origin,
    RECONCILE_AFTER_SECONDS: "5",
    QUIET_HOURS: "none",
    MIN_GAP_SECONDS: "0",
    CATCH_UP_GAP_SECONDS: "0",
    RATE_LIMITS: "off",
    DAILY_POST_LIMIT: "0",
    DAILY_SPEND_LIMIT: "0",
  };
  const ports = [await freePort(), await freePort()];
  const lives: Life[] = [];
  const former: Life[] = [];
  const start = async (at: number, build: string): Promise<void> => {
    const life = startLife(build, { ...env, PORT: String(ports[at]), DATA_DIR: join(template.folder, `node-${at}`) });
    lives[at] = life;
    await life.up;
  };
  const healthOf = async (at: number) =>
    (await (await fetch(`http://127.0.0.1:${ports[at]}/healthz`)).json()) as Health;
  /** As docs/postgres.md says: stop it, start the new one, wait for /healthz. */
  const replace = async (at: number): Promise<void> => {
    const life = lives[at];
    if (!life) throw new Error("No such node");
    former.push(life);
    process.kill(life.pid, "SIGTERM");
    // A life that ends by itself is a fault elsewhere: here it is asked to, and says 0.
    await expect(life.ended).rejects.toThrow("The app ended by itself with 0:");
    await start(at, newer);
    await eventually("the new one is healthy and claims", async () => {
      const { healthy, publisher } = await healthOf(at);
      return healthy && publisher;
    });
  };
  await start(0, older);
  await start(1, older);
  const proxy = await startRoundRobin({ ports: () => ports, publicOrigin });
  onTestFinished(() => proxy.close());
  return { template, network, url, ports, lives, former, healthOf, replace, proxy };
}

interface Answer {
  status: number;
  text: string;
}

/** A few requests a second, as people and programs send them; `stop` resolves with what they were told. */
function beginLoad(origin: string, key: string, toPost: number[]) {
  const refused: string[] = [];
  const faults: string[] = [];
  let requests = 0;
  let isOver = false;
  const send = async (method: string, path: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(origin + path, { method, headers, body: method === "POST" ? "{}" : null });
    return { status: answer.status, text: await answer.text() };
  };
  /** Who is told to try again in a moment does so; by turns that may be the outdated node again, until it is replaced. */
  const insist = async (method: string, path: string): Promise<void> => {
    const givesUpAt = performance.now() + 90_000;
    for (;;) {
      requests += 1;
      const { status, text } = await send(method, path).catch((error: unknown) => ({ status: 0, text: String(error) }));
      if (status === 200) return;
      const isToldToWait = status === 503 && /Try again in a moment/.test(text) && method === "POST";
      if (isToldToWait && performance.now() < givesUpAt) refused.push(text);
      else return void faults.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
      await pause(400);
    }
  };
  const each = async (everyMs: number, next: () => [string, string] | null): Promise<void> => {
    const open: Promise<void>[] = [];
    while (!isOver) {
      const asked = next();
      if (asked) open.push(insist(...asked));
      await pause(everyMs);
    }
    await Promise.all(open);
  };
  const left = [...toPost];
  const all = Promise.all([
    each(150, () => ["GET", "/generate"]),
    each(400, () => ["GET", "/api/twitter/accounts/list"]),
    each(500, () => {
      const id = left.shift();
      return id === undefined ? null : ["POST", `/api/questions/publish-now/${id}`];
    }),
  ]);
  const stop = async () => {
    isOver = true;
    await all;
    return { requests, refused, faults, posted: toPost.length - left.length };
  };
  return { stop };
}

// By night: one of its first nine runs failed, and why is not known for sure.
it.runIf(process.env["LINNET_NIGHT"] === "1")(
  "a new version takes over node by node: no error shown, nothing posted twice or forgotten",
  async () => {
    const { template, network, url, ports, lives, former, healthOf, replace, proxy } = await begin();
    const ids = template.tweets.map(({ id }) => id);
    const manual = ids.slice(-byHand - 1, -1);
    // One is left for the old node to refuse.
    const kept = ids.at(-1) ?? 0;
    const [scheduled, later] = [ids.slice(0, -byHand - late - 1), ids.slice(-byHand - late - 1, -byHand - 1)];
    const schedule = (some: number[], ms: number) =>
      runOn(
        url,
        `update tweets set state = 'scheduled', publish_type = 'scheduled',
        account_id = (select id from accounts order by id offset tweets.id % ${handles.length} limit 1),
        due_at = (extract(epoch from clock_timestamp()) * 1000)::bigint + (random() * ${ms})::bigint
       where id = any(array[${some.join(",")}])`,
      );
    await schedule(scheduled, spread);
    const load = beginLoad(proxy.origin, template.key, manual);
    await pause(3_000);

    await replace(1);
    await eventually("the old node sees the new schema", async () => (await healthOf(0)).obstacle === "outdated");
    const old = await healthOf(0);
    expect(old).toMatchObject({ healthy: true, publisher: false, obstacle: "outdated" });
    const direct = `http://127.0.0.1:${ports[0]}`;
    expect((await fetch(`${direct}/generate`)).status).toBe(200);
    const refusal = await fetch(`${direct}/api/questions/publish-now/${kept}`, {
      method: "POST",
      headers: { authorization: `Bearer ${template.key}`, "content-type": "application/json" },
      body: "{}",
    });
    expect([refusal.status, ((await refusal.json()) as { error: string }).error]).toEqual([
      503,
      preconditionMessages.outdated,
    ]);
    // What it had it ends: nothing of it is left after a send's time.
    const ownId = /"node":"([^"]+)"[^\n]*this node has entered/.exec(lives[0]?.log() ?? "")?.[1] ?? "";
    expect(ownId).not.toBe("");
    const open = `select count(*)::int as n from tweets where state = 'publishing' and lease_node = '${ownId}'`;
    await eventually("the old node has ended its sends", async () => (await runOn(url, open))[0]?.["n"] === 0);
    // What falls due now is the other node's alone.
    await schedule(later, 3_000);
    const isOut = `select count(*)::int as n from tweets where state = 'published' and id = any(array[${later.join(",")}])`;
    const ofOld = `${open} and id = any(array[${later.join(",")}])`;
    await eventually("the new node has posted what fell due since", async () => {
      expect((await runOn(url, ofOld))[0]).toEqual({ n: 0 });
      return (await runOn(url, isOut))[0]?.["n"] === later.length;
    });

    await replace(0);
    await eventually("all that was due is out", async () => {
      const waiting = "select count(*)::int as n from tweets where state in ('scheduled', 'publishing', 'unknown')";
      return (await runOn(url, waiting))[0]?.["n"] === 0;
    });
    const { requests, refused, faults, posted } = await load.stop();
    console.log(
      `${requests} requests, ${refused.length} told to try again, ${proxy.passedOn()} passed on to another node`,
    );
    // What each node logged as an error tells why.
    const logged = [...former, ...lives].flatMap((life) =>
      life
        .log()
        .split("\n")
        .filter((line) => /"level":"(?:error|fatal)"/.test(line)),
    );
    const why = [...proxy.broken(), ...logged].join("\n").slice(0, 20_000);
    expect(faults, why).toEqual([]);
    const truth = network.truth().map(({ text }) => text);
    expect(truth.length).toBe(new Set(truth).size);
    const wanted = new Set([...scheduled, ...later, ...manual.slice(0, posted)]);
    const due = template.tweets.filter(({ id }) => wanted.has(id));
    expect(truth.toSorted()).toEqual(due.map(({ text }) => text).toSorted());
    const published = await runOn(url, "select count(*)::int as n from tweets where state = 'published'");
    expect(published).toEqual([{ n: due.length }]);
    expect(await runOn(url, "select count(planted)::int as n from tweets")).toEqual([{ n: 0 }]);
  },
);
