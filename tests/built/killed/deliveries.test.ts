// kill -9 while somebody is being told, by mail and by ALERT_URL, at each labelled point and in the middle of the call:
// what happened is told at least once, never lost, and at most one time more for each kill. A stop in order waits for it.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type CrashPoint, type DeliveryCrashPoint, deliveryCrashPoints } from "~/ground/telemetry/crash-points.server";
import { databaseOf } from "~/features/backups/backups.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { newEmail } from "../../support/people/browser";
import { type FakeMail, startFakeMail } from "../../support/fakes/fake-mail";
import { ok, openReceiver, type Receiver } from "../../support/fakes/receiver";
import { type BuiltServer, type Environment, eventually, startServer } from "../../support/server";

const second = 1_000;
const minute = 60 * second;
const killer = pathToFileURL(join(import.meta.dirname, "../../crash", "killer.mjs")).href;

let receiver: Receiver;
let mail: FakeMail;
let server: BuiltServer;
let email: string;
let rounds: number;

beforeEach(async () => {
  receiver = await openReceiver();
  mail = await startFakeMail();
  email = newEmail("alice");
  rounds = 0;
  const told = { ALERT_URL: receiver.url, SMTP_URL: mail.url, MAIL_FROM: "linnet@linnet.example" };
  server = await startServer({ env: { ...told, NODE_OPTIONS: `--import ${killer}` }, isTurned: true });
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

/** A bot stopped and the backup failed a minute ago, and the last time was 20 minutes ago: a kind of message rests 15. */
async function happen(): Promise<void> {
  await server.advance(20 * minute);
  rounds += 1;
  const at = server.now() - minute;
  onDatabase((db) => {
    const insert = db.prepare("insert into events (id, user_id, type, at) values (?, ?, ?, ?)");
    insert.run(`evt_mail_${rounds}`, "alice", "bot.paused", at);
    insert.run(`evt_operator_${rounds}`, null, "backup.failed", at);
  });
  await server.advance(second);
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

/** Its jobs have their first turn a second after the start. */
async function restart(env: Environment = {}): Promise<void> {
  await server.restart(env);
  await server.advance(second);
}

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
  await server.advance(2 * minute);
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
  await server.stop();
  for (const point of deliveryCrashPoints) {
    const { nth, states, heard: times } = promised[point];
    const before = heard();
    await happen();
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
  receiver.answer = () => undefined;
  const speak = mail.fallSilent();
  await happen();
  for (let kills = 1; kills <= 2; kills += 1) {
    if (kills > 1) await restart();
    await eventually("both have heard", () => Object.values(heard()).every((times) => times === kills));
    await server.kill9();
    expect(written()).toEqual(byChannel(() => "sending"));
    await server.advance(2 * minute);
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
  const speak = mail.fallSilent();
  let receive = () => {};
  receiver.answer = (response) => void (receive = () => ok(response));
  await happen();
  await eventually("both have heard", () => Object.values(heard()).every((times) => times === 1));
  const stops = () => server.events().filter(({ msg }) => msg === "stopping").length;
  const before = stops();
  const stopped = server.stop();
  await eventually("it has heard the signal", () => stops() > before);
  speak();
  receive();
  expect(await stopped).toBe(0);
  expect(written()).toEqual(byChannel(() => "delivered"));
  await server.advance(20 * minute);
  await restart();
  await server.stop();
  expect(heard()).toEqual(byChannel(() => 1));
});

it("killed while a link to a new password is handed over, it sends another, and either works, once", async () => {
  const ask = new URLSearchParams({ intent: "forgot-password", email });
  const post = (path: string, body: URLSearchParams) =>
    fetch(server.origin + path, { method: "POST", body, redirect: "manual", headers: { origin: server.origin } });
  const speak = mail.fallSilent();
  expect((await post("/generate?panel=forgot", ask)).status).toBe(303);
  await eventually("the mail server has it", () => heard().mail === 1);
  await server.kill9();
  speak();
  await server.advance(2 * minute);
  await restart();
  await eventually("it is sent again", () => heard().mail === 2);
  const links = mail.mailsFor(email).map(({ parsed }) => new URL(/https?:\/\/\S+/.exec(parsed.text ?? "")?.[0] ?? ""));
  expect(new Set(links.map(({ href }) => href)).size).toBe(2);
  for (const { href } of links) expect(await (await fetch(href)).text()).toContain("Reset your password");
  const [first, second] = links.map(({ pathname, search, searchParams }) => {
    const form = { intent: "choose-password", token: searchParams.get("token") ?? "", newPassword: "another wire 8" };
    return () => post(pathname + search, new URLSearchParams(form));
  });
  expect((await first?.())?.status).toBe(303);
  expect(await (await second?.())?.text()).toContain("This link no longer works");
  expect(heard().mail).toBe(2);
});
