// kill -9 while somebody is being told, by mail and by ALERT_URL, at each labelled point and in the middle of the call:
// what happened is told at least once, never lost, and at most one time more for each kill. A stop in order waits for it.
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CrashPoint, type DeliveryCrashPoint, deliveryCrashPoints } from "~/ground/telemetry/crash-points.server";
import { databaseOf } from "~/features/backups/backups.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { newEmail } from "../support/browser";
import { type FakeMail, startFakeMail } from "../support/fake-mail";
import { ok, openReceiver, type Receiver } from "../support/receiver";
import { type BuiltServer, type Environment, eventually, startServer } from "../support/server";

const minute = 60_000;
const loaded = (path: string) => `--import ${pathToFileURL(`${import.meta.dirname}/../${path}`).href}`;
const preloads = { NODE_OPTIONS: `${loaded("support/clock-ahead.mjs")} ${loaded("crash/killer.mjs")}` };

let receiver: Receiver;
let mail: FakeMail;
let server: BuiltServer;
let email: string;
/** How far the server's clock is ahead: a kind of message rests 15 minutes, and a dead process's claim is good for one. */
let aheadMs: number;
let rounds: number;

beforeEach(async () => {
  receiver = await openReceiver();
  mail = await startFakeMail();
  email = newEmail("alice");
  aheadMs = 0;
  rounds = 0;
  const told = { ALERT_URL: receiver.url, SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example" };
  server = await startServer({ env: { ...told, ...preloads } });
  await server.stop();
  onDatabase((db) => {
    const columns = "id, email, password_hash, timezone, email_confirmed_at, created_at";
    db.prepare(`insert into users (${columns}) values ('alice', ?, '', 'UTC', 1, 1)`).run(email);
    db.exec(`insert into subscriptions values ('alice', 'bot.paused', 'mail', 'alice', null)`);
  });
});
afterEach(async () => {
  await server.close();
  await receiver.close();
  await mail.close();
});

function onDatabase<T>(work: (db: InstanceType<typeof Sqlite3>) => T): T {
  const db = new Sqlite3(databaseOf(server.dataDir));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** A bot stopped and the backup failed, a minute before the next start, which is 20 minutes after the last one. */
function happen(): void {
  aheadMs += 20 * minute;
  rounds += 1;
  const at = Date.now() + aheadMs - minute;
  onDatabase((db) => {
    const insert = db.prepare("insert into events (id, user_id, type, at) values (?, ?, ?, ?)");
    insert.run(`evt_mail_${rounds}`, "alice", "bot.paused", at);
    insert.run(`evt_operator_${rounds}`, null, "backup.failed", at);
  });
}

type ByChannel<T> = Record<(typeof channels)[number], T>;
const channels = ["mail", "operator"] as const;
const byChannel = <T>(look: (channel: (typeof channels)[number]) => T): ByChannel<T> => ({
  mail: look("mail"),
  operator: look("operator"),
});

/** What is written of telling of the last round's events: null is nothing yet. */
const written = () =>
  onDatabase((db) => {
    const query = db.prepare("select state from deliveries where event_id = ?").pluck();
    return byChannel((channel) => (query.get(`evt_${channel}_${rounds}`) as string | undefined) ?? null);
  });

/** How often the other sides have heard of anything. */
const heard = () =>
  byChannel((channel) => (channel === "mail" ? mail.mailsFor(email).length : receiver.received.length));

const restart = (env: Environment = {}) => server.restart({ CLOCK_AHEAD_MS: String(aheadMs), ...env });

/** Starts it to be killed at this point, which may come before it listens. */
async function dieAt(point: CrashPoint, nth: number): Promise<void> {
  const starting = restart({ CRASH_POINT: point, CRASH_AT: String(nth) });
  await starting.then(
    async () => expect(await server.ended()).toBeNull(),
    (error: unknown) => expect(String(error)).toContain("The server ended before it was up"),
  );
}

/** Starts it anew when the dead process's claim is over, and stops it when all is written down as told. */
async function recover(): Promise<void> {
  aheadMs += 2 * minute;
  await restart();
  await eventually("all is told", () => Object.values(written()).every((state) => state === "delivered"));
  expect(await server.stop()).toBe(0);
}

/**
 * Which time it dies there: both channels have come to the point by then, which the one transaction that claims has once.
 * And what is written of them by then, in any order, and how often each has heard.
 */
const promised: Record<DeliveryCrashPoint, { nth: number; states: (string | null)[]; heard: number }> = {
  "deliver:inside": { nth: 1, states: [null, null], heard: 0 },
  "deliver:committed": { nth: 2, states: ["sending", "sending"], heard: 0 },
  "deliver:sent": { nth: 2, states: ["sending", expect.stringMatching(/sending|delivered/) as string], heard: 1 },
  "delivered:inside": { nth: 2, states: ["sending", "delivered"], heard: 1 },
  "delivered:committed": { nth: 2, states: ["delivered", "delivered"], heard: 1 },
};

it("killed at any point, the process tells once more at most, and forgets nothing", async () => {
  const sum = byChannel(() => 0);
  for (const point of deliveryCrashPoints) {
    const { nth, states, heard: times } = promised[point];
    const before = heard();
    happen();
    await dieAt(point, nth);
    const left = written();
    const seen = byChannel((channel) => heard()[channel] - before[channel]);
    const sorted = Object.values(left).toSorted((a, b) => String(b).localeCompare(String(a)));
    expect([point, sorted, seen]).toEqual([point, states, byChannel(() => times)]);
    await recover();
    const again = byChannel((channel) => heard()[channel] - before[channel]);
    // Once more where the kill came before it was written down as told, and else not.
    expect([point, again]).toEqual([point, byChannel((channel) => times + (left[channel] === "delivered" ? 0 : 1))]);
    for (const channel of channels) sum[channel] += again[channel];
  }
  expect(heard()).toEqual(sum);
});

it("killed twice before any answer came, it tells three times, and then no more", async () => {
  happen();
  receiver.answer = () => undefined;
  const speak = mail.fallSilent();
  for (let kills = 1; kills <= 2; kills += 1) {
    aheadMs += 2 * minute;
    await restart();
    await eventually("both have heard", () => Object.values(heard()).every((times) => times === kills));
    await server.kill9();
    expect(written()).toEqual(byChannel(() => "sending"));
  }
  receiver.answer = ok;
  speak();
  await recover();
  // A mailbox that knows doubles shows one.
  expect(new Set(mail.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  await restart();
  await server.stop();
  expect(heard()).toEqual(byChannel(() => 3));
});

it("told to stop in the middle of a message, it waits for the answer, and tells nobody twice", async () => {
  happen();
  const speak = mail.fallSilent();
  receiver.answer = (response) => void setTimeout(() => ok(response), 1_000);
  await restart();
  await eventually("both have heard", () => Object.values(heard()).every((times) => times === 1));
  const stops = () => server.events().filter(({ msg }) => msg === "stopping").length;
  const before = stops();
  const stopped = server.stop();
  await eventually("it has heard the signal", () => stops() > before);
  speak();
  expect(await stopped).toBe(0);
  expect(written()).toEqual(byChannel(() => "delivered"));
  aheadMs += 20 * minute;
  await restart();
  await server.stop();
  expect(heard()).toEqual(byChannel(() => 1));
});

it("killed while a link to a new password is handed over, it sends another, and either works, once", async () => {
  const ask = new URLSearchParams({ intent: "forgot-password", email });
  const post = (path: string, body: URLSearchParams) =>
    fetch(server.origin + path, { method: "POST", body, redirect: "manual", headers: { origin: server.origin } });
  const speak = mail.fallSilent();
  await restart();
  expect((await post("/generate?panel=forgot", ask)).status).toBe(303);
  await eventually("the mail server has it", () => heard().mail === 1);
  await server.kill9();
  speak();
  aheadMs += 2 * minute;
  await restart();
  await eventually("it is sent again", () => heard().mail === 2);
  const links = mail.mailsFor(email).map(({ parsed }) => new URL(/https?:\/\/\S+/.exec(parsed.text ?? "")?.[0] ?? ""));
  expect(new Set(links.map(({ href }) => href)).size).toBe(2);
  for (const { href } of links) expect(await (await fetch(href)).text()).toContain("Choose another password");
  const [first, second] = links.map(({ pathname, search, searchParams }) => {
    const form = { intent: "choose-password", token: searchParams.get("token") ?? "", newPassword: "another wire 8" };
    return () => post(pathname + search, new URLSearchParams(form));
  });
  expect((await first?.())?.status).toBe(303);
  expect(await (await second?.())?.text()).toContain("This link is no longer good");
  expect(heard().mail).toBe(2);
});
