// kill -9 round about a webhook's call: what was committed is delivered after the restart. And for long: hundreds of
// events (ten thousand by night) to two receivers, one of them dead for a day, with a kill every few seconds.
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Webhook as Verifier } from "standardwebhooks";
import { databaseOf } from "~/features/backups/backups.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { newEmail } from "../../support/people/browser";
import { password } from "../../support/people/make";
import { answers, ok, openReceiver, type Receiver } from "../../support/fakes/receiver";
import { type BuiltServer, eventually, startServer } from "../../support/server";

const minute = 60_000;
const hour = 60 * minute;
const loaded = (path: string) => `--import ${pathToFileURL(`${import.meta.dirname}/../../${path}`).href}`;
const preloads = { NODE_OPTIONS: loaded("crash/killer.mjs") };
const night = process.env["LINNET_NIGHT"] !== undefined;

let server: BuiltServer;
let live: Receiver;
let dead: Receiver;
let key: string;
let userId: string;

const call = async (path: string, json?: unknown): Promise<Record<string, unknown>> => {
  const answer = await fetch(server.origin + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== "" && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(json ?? {}),
  });
  const body = (await answer.json()) as { data?: Record<string, unknown> } & Record<string, unknown>;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
  return { ...body, ...body.data };
};

function onDatabase<T>(work: (db: InstanceType<typeof Sqlite3>) => T): T {
  const db = new Sqlite3(databaseOf(server.dataDir));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

beforeEach(async () => {
  [live, dead] = [await openReceiver("/live"), await openReceiver("/dead")];
  key = "";
  const env = { ALLOW_PRIVATE_WEBHOOKS: "on", RATE_LIMITS: "off", ...preloads };
  server = await startServer({ env, isTurned: true });
  const made = await call("/api/users/register", { email: newEmail("alice"), password });
  [key, userId] = [String(made["api_key"]), String(made["user_id"])];
});
afterEach(async () => {
  await server.close();
  await live.close();
  await dead.close();
});

const states = () =>
  onDatabase((db) => db.prepare("select state from deliveries order by id").pluck().all() as string[]);

/** Nothing is new, under way or due. */
const isQuiet = () =>
  onDatabase((db) => {
    const open = `select (select count(*) from events where prepared_at is null)
      + (select count(*) from deliveries where state = 'sending' or (state = 'waiting' and due_at <= ?))`;
    return db.prepare(open).pluck().get(server.now()) === 0;
  });

it("killed between commit and sending, it delivers after the restart, signed", async () => {
  const { secret, id } = await call("/api/webhooks", { url: live.url, events: ["*"] });
  await server.restart({ CRASH_POINT: "deliver:committed", CRASH_AT: "1" });
  const { event_id: eventId } = await call(`/api/webhooks/${String(id)}/test`);
  expect(await server.ended()).toBeNull();
  expect([states(), live.received]).toEqual([["sending"], []]);
  // A dead process's claim is good for a minute.
  await server.advance(2 * minute);
  await server.restart();
  await eventually("it is told", () => states().every((state) => state === "delivered"));
  expect(live.received.map(({ id: told }) => told)).toEqual([eventId]);
  const headers = live.headers[0] as Record<string, string>;
  expect(new Verifier(String(secret)).verify(JSON.stringify(live.received[0]), headers)).toEqual(live.received[0]);
});

it("killed after the answer and before it is written down, it delivers once more under the same id", async () => {
  const { id } = await call("/api/webhooks", { url: live.url, events: ["*"] });
  await server.restart({ CRASH_POINT: "deliver:sent", CRASH_AT: "1" });
  await call(`/api/webhooks/${String(id)}/test`);
  expect(await server.ended()).toBeNull();
  await server.advance(2 * minute);
  await server.restart();
  await eventually("it is told", () => states().every((state) => state === "delivered"));
  const [first, second, ...more] = live.headers.map((headers) => headers["webhook-id"]);
  expect([second, more]).toEqual([first, []]);
});

it("of many events each is delivered to both, though one was dead for a day and the process killed all the time", async () => {
  const count = night ? 10_000 : 300;
  const rounds = night ? 100 : 6;
  dead.answer = answers(500);
  for (const { url } of [live, dead]) await call("/api/webhooks", { url, events: ["account.*"] });
  const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`);
  const happen = (some: readonly string[]): void =>
    onDatabase((db) => {
      const insert = db.prepare("insert into events (id, user_id, type, at) values (?, ?, 'account.resumed', ?)");
      const at = server.now();
      db.transaction(() => some.forEach((id) => insert.run(id, userId, at)))();
    });
  const size = Math.ceil(count / rounds);
  for (let round = 0; round < rounds; round += 1) {
    happen(ids.slice(round * size, (round + 1) * size));
    const [before, some] = [live.received.length, 1 + Math.floor(size * Math.random())];
    await eventually("some of them are told", () => live.received.length >= before + some);
    await server.kill9();
    await server.advance(2 * minute);
    await server.restart();
  }
  // Its tries go on meanwhile, further and further apart.
  for (const step of [1, 3, 6, 9, 12]) {
    const [before, some] = [dead.received.length, Math.ceil(count * Math.random())];
    await server.advance(step * hour);
    await eventually("some are tried again", () => dead.received.length >= before + some || isQuiet());
    await server.kill9();
    await server.restart();
  }
  const delivered = (receiver: Receiver) => new Set(receiver.received.map(({ id }) => id));
  const deliveredAnswers: Set<unknown> = new Set();
  dead.answer = (response) => ok(response);
  const from = dead.received.length;
  for (let rest = 0; rest < 40 && states().some((state) => state !== "delivered"); rest += 1) {
    await server.advance(hour);
    await eventually("all that was due was tried", isQuiet);
  }
  for (const { id } of dead.received.slice(from)) deliveredAnswers.add(id);
  expect(new Set(states())).toEqual(new Set(["delivered"]));
  expect(states()).toHaveLength(2 * count);
  expect(ids.filter((id) => !delivered(live).has(id))).toEqual([]);
  // Those that it took, not those that it answered 500.
  expect(ids.filter((id) => !deliveredAnswers.has(id))).toEqual([]);
  const bodies = new Map<unknown, Set<string>>();
  for (const body of [...live.received, ...dead.received])
    bodies.set(body["id"], (bodies.get(body["id"]) ?? new Set()).add(JSON.stringify(body)));
  expect([...bodies.values()].filter(({ size: kinds }) => kinds !== 1)).toEqual([]);
});
