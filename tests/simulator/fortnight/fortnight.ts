// A simulated fortnight: fifty bots of ten people around the world, on a clock of ours, with faults in both services.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "~/ground/config.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { readBots, runBots, startBot } from "~/features/bots/bots.server";
import { pauseAccount, reconcileDue, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { setTimezone } from "~/features/users/users.server";
import { WriterError, type WrittenTweets } from "~/ports/ai/port";
import { ReadError } from "~/ports/network/port";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, type Fault, faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { seeded, type Random } from "../../crash/random";
import { plain } from "~tests/support/written";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
];
const accountsEach = 2;
const botsEach = 5;

/** The clocks of Europe change on the sixth day, those of America on the last. */
const begins = Date.parse("2026-10-20T09:00:00Z");

export interface SimPerson extends Person {
  zone: string;
  analyses: number[];
}

export interface Fortnight {
  app: TestApp;
  people: SimPerson[];
  /** What became of everything: equal for equal seeds. */
  digest: string;
  passes: number;
  lasts: number;
  /** The rules it is to be judged by. */
  promised: Config;
  close(): Promise<void>;
}

export interface Form {
  seed: number;
  /** In ms; ten days are a fortnight too. */
  lasts: number;
  /** How much of its beginning is left out. */
  leaveOut?: number;
  /** How many of the ten there are. */
  people?: number;
  /** Other rules than the usual ones, promised and kept to. */
  rules?: Partial<Config>;
  /** What is not kept to, though it was promised. */
  unkept?: Partial<Config>;
  /** Another writer in the place of the usual one. */
  writer?(ai: TestApp["ai"]): TestApp["ai"];
}

export async function liveFortnight(form: Form): Promise<Fortnight> {
  const { seed, lasts, leaveOut = 0, rules, unkept, writer } = form;
  const random = seeded(seed);
  const app = await createTestApp({ config: rules });
  const promised = { ...app.config };
  Object.assign(app.config, unkept);
  const start = begins + leaveOut;
  app.clock.set(start);
  app.random = random.next;
  breakServices(app, random);
  if (writer) app.ai = writer(app.ai);
  const people = await settle(app, zones.slice(0, form.people));
  const ends = start + lasts;
  let passes = 0;
  for (let morning = start + hours(24); app.clock.now() < ends; passes += 1) {
    if (app.clock.now() >= morning) {
      morning += hours(24);
      for (const person of people) await readScreens(app, person, random);
    }
    const moved = await pass(app);
    const now = app.clock.now();
    app.clock.advance(moved ? seconds(10) : Math.min(await untilNext(app), morning - now));
  }
  return { app, people, digest: await digestOf(app), passes, lasts, promised, close: () => app.close() };
}

/** Whether anything was done. */
async function pass(app: TestApp): Promise<boolean> {
  app.work.tick(app.clock.now(), app.clock.monotonic());
  const started = await sendDue(app);
  const turns = await runBots(app);
  await turns.done;
  return (await reconcileDue(app)) + started + turns.started > 0;
}

/** The loop looks each second, here it is as late as a minute: what is overdue waits for a gap, or for a paused account. */
async function untilNext(app: TestApp): Promise<number> {
  const now = app.clock.now();
  const { rows } = await sql<{ at: number | null }>`select min(due_at) as at from (
    select due_at from tweets where state = 'scheduled' and due_at > ${now}
    union all select check_at from tweets where state = 'unknown' and check_at > ${now}
    union all select due_at from bots where state = 'waiting' and due_at > ${now})`.execute(app.db);
  const { rows: held } = await sql`select 1 from tweets t join accounts a on a.id = t.account_id
    where t.state = 'scheduled' and t.due_at <= ${now} and a.status = 'active' limit 1`.execute(app.db);
  const next = (rows[0]?.at ?? Infinity) - now;
  return held.length > 0 ? Math.min(next, minutes(1)) : next;
}

async function settle(app: TestApp, theirs: readonly string[]): Promise<SimPerson[]> {
  const people: SimPerson[] = [];
  for (const [at, zone] of theirs.entries()) {
    const person = await makePerson(app, `person${at}`);
    await setTimezone(app, person.user.id, zone);
    const accounts = [];
    for (let n = 0; n < accountsEach; n += 1) accounts.push(await linkAccount(app, person, `p${at}_${n}`));
    const analyses: number[] = [];
    for (let n = 0; n < botsEach; n += 1) {
      const { id } = await analyse(app, person.user.id, `Product ${n} of person ${at}: a page for sailing schools.`);
      const account = accounts[n % accountsEach]?.networkUserId ?? null;
      await startBot(app, { userId: person.user.id, analysisId: id, account });
      analyses.push(id);
    }
    people.push({ ...person, zone, analyses });
  }
  return people;
}

/** What a person does of a morning: resume what the network paused, start what gave up, pause for a day, unlink. */
async function readScreens(app: TestApp, { user, analyses }: SimPerson, random: Random): Promise<void> {
  const accounts = await listAccounts(app, user.id);
  for (const { networkUserId, status } of accounts) {
    if (status === "paused" && random.chance(0.6)) await resumeAccount(app, user.id, networkUserId);
    else if (status === "active" && random.chance(0.02)) await pauseAccount(app, user.id, networkUserId);
    else if (accounts.length > 1 && random.chance(0.003)) await unlink(app, user.id, networkUserId);
  }
  for (const bot of (await readBots(app, user.id, analyses)).values()) {
    const again = bot.status === "paused" && bot.reason?.includes("Start it again") && random.chance(0.5);
    const start = { userId: user.id, analysisId: bot.analysisId, account: null };
    if (again) await startBot(app, start).catch(() => undefined);
  }
}

const verbs = "meets asks shows tells finds likes sells books sends plans draws keeps".split(" ");
const nouns = "skipper harbour student morning forecast seat lesson boat anchor tide client island".split(" ");

function breakServices(app: TestApp, random: Random): void {
  const network = faulty(app.network);
  const { post, listPosts } = network;
  app.network = {
    ...network,
    post(tokens, ask) {
      const fault = faultOf(random, app.clock.now());
      if (fault) network.faults.push(fault);
      return post(tokens, ask);
    },
    listPosts: (tokens, ask) =>
      random.chance(0.1) ? Promise.reject(new ReadError("the service is down", 503)) : listPosts(tokens, ask),
  };
  const written: string[] = [];
  app.ai = { ...app.ai, writeForProduct: async ({ count }) => write(random, written, count) };
}

function faultOf(random: Random, now: number): Fault | null {
  const dice = random.below(1000);
  if (dice < 30) return "lost before";
  if (dice < 60) return "lost after";
  if (dice < 90) return "not sent";
  const reset = String(Math.ceil((now + minutes(15)) / 1000));
  const limits = { "x-rate-limit-limit": "100", "x-rate-limit-remaining": "0", "x-rate-limit-reset": reset };
  if (dice < 110)
    return answered(429, { title: "Too Many Requests", detail: "Too Many Requests", status: 429 }, limits);
  if (dice < 130) return answered(503, { title: "Service Unavailable", detail: "Service Unavailable", status: 503 });
  if (dice < 140) return answered(401, { title: "Unauthorized", detail: "Unauthorized", status: 401 });
  if (dice < 143) return answered(402, { title: "CreditsDepleted", detail: "no credits", status: 402 });
  if (dice < 150)
    return answered(403, { title: "Forbidden", detail: "You are not permitted to do this.", status: 403 });
  return null;
}

/** New sentences, and now and then what was said before, word for word, louder or nearly so; or nothing at all. */
function write(random: Random, written: string[], count: number): WrittenTweets {
  if (random.chance(0.05)) throw new WriterError("busy", "Gemini is busy. Please try again.");
  if (random.chance(0.02)) throw new WriterError("malformed", "Gemini answered in another shape.");
  if (random.chance(0.005)) throw new WriterError("quota", "Out for today.", { retryAfterMs: hours(9) });
  const texts = Array.from({ length: count }, () => {
    const earlier = written.length > 0 && random.chance(0.3) ? random.pick(written) : null;
    if (earlier !== null) return random.pick([earlier, `${earlier}!`.toUpperCase(), `${earlier} again`]);
    const words = Array.from({ length: 7 }, () => `${random.pick(nouns)} ${random.pick(verbs)}`);
    // Letters, because bots like sentences without numbers best, and all would choose the same one.
    return `${words.join(" ")} ${String(written.length).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  });
  written.push(...texts.filter((text) => !written.includes(text)));
  return { texts, ...plain, model: "sim", inputTokens: 1, outputTokens: 1 };
}

async function digestOf(app: TestApp): Promise<string> {
  const tweets = await app.db
    .selectFrom("tweets")
    .select(["id", "account_id", "content", "state", "due_at", "published_at", "error"])
    .orderBy("id")
    .execute();
  const bots = await app.db.selectFrom("bots").select(["id", "state", "reason", "due_at", "failures"]).execute();
  return createHash("sha256")
    .update(JSON.stringify([tweets, bots]))
    .digest("hex");
}
