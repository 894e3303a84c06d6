// One simulated world by its seed: people, a server that crashes and sleeps, a network that fails, days that pass.
import { createHash } from "node:crypto";
import type Sqlite from "better-sqlite3";
import type { App } from "~/app.server";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { type Random, seeded } from "../crash/random";
import { type Checks, makeChecks } from "./checks";
import { simClock } from "./clock";
import { type Disk, Killed, makeDisk } from "./disk";
import { type Driver, makeDriver } from "./driver";
import { simNetwork } from "./network";
import { addPerson, makePeople, momentsOfDay, type Person, zones } from "./people";
import { idle, simConfig, type Surroundings } from "./server";
import { drawTroubles } from "./troubles";
import { drawSpells } from "./weather";
import { copies, watchTexts } from "./texts";
import { watchThreads } from "./threads";
import { watchWhose } from "./whose";

/** What a world can be broken by on purpose. */
export interface Sabotage {
  /** A lost answer is taken for a post that was not sent. */
  naive?: boolean;
  /** Whoever finishes last is believed, whatever token it holds. */
  noFence?: boolean;
  /** A tweet that stood on the timeline has no account of its own. */
  ownerless?: boolean;
  /** What comes back from the network stands on the timeline again, whatever became of its account. */
  stranded?: boolean;
  /** The list of what is not sent shows nothing that is pending. */
  hidden?: boolean;
  /** What a tweet said before is kept nowhere. */
  forgetful?: boolean;
  /** A part of a thread goes out though nobody knows whether the one before is there. */
  hasty?: boolean;
  /** What follows a part is not placed with its conclusion. */
  apart?: boolean;
  /** Seconds; the line may take 115 to accept, and 115 more to show. */
  settle?: number;
}

export interface WorldEnd {
  seed: number;
  accountDays: number;
  problems: string[];
  /** The same for the same seed. */
  digest: string;
  posts: number;
  calls: number;
  kills: number;
  /** How often posts met which fate. */
  fates: Map<string, number>;
  /** How often people did what with their ideas, and the writer for them. */
  done: Map<string, number>;
}

/** The network's ids of each person's accounts. */
const cast = [
  ["11", "12"],
  ["21", "22"],
  ["31", "32"],
];
export const accountDaysInWorld = cast.flat().length * 4;
const daysInWorld = 4;
const eventsInDay = 14;
const settling = hours(9);

const limits = [
  { DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "4", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "50", DAILY_SPEND_LIMIT: "0.5" },
];

export async function runWorld(seed: number, sabotage: Sabotage = {}): Promise<WorldEnd> {
  const random = seeded(seed);
  const clock = simClock(Date.UTC(2026, 0, 1) + Math.floor(random.next() * days(700)));
  const disk = await makeDisk();
  const problems: string[] = [];
  const config = simConfig({
    ...random.pick(limits),
    QUIET_HOURS: random.pick(["23-7", "23-7", "22-6"]),
    RECONCILE_AFTER_SECONDS: String(sabotage.settle ?? 120),
  });
  const problem = (what: string) => void problems.push(`${new Date(clock.world()).toISOString()} ${what}`);
  const around: Surroundings = { clock, disk, config, random, problem };
  const network = simNetwork(clock, random);
  network.badness = random.pick([0, 0.3, 0.5, 0.7]);
  const driver: Driver = makeDriver(around, network, () => checks, breakIt(disk, sabotage, clock.now));
  const whose = watchWhose(around);
  const texts = watchTexts(around);
  const plain = makeChecks(around, network, driver.away, whose);
  const checks: Checks = {
    ...plain,
    onCall(account, text, replyTo) {
      const tweetId = plain.onCall(account, text, replyTo);
      threads.onCall(tweetId, replyTo);
      // A thread is on its way for seconds only.
      if (random.chance(threads.isPart(tweetId) ? 0.4 : 0.1))
        driver.at(clock.world() + random.between(0, seconds(20)), () => meddle(account, tweetId));
      return tweetId;
    },
  };
  const threads = watchThreads(around, () => network.truth);
  const doers = makePeople(around, random, () => network.truth, whose);
  const people = await settleIn(driver, random);
  const accounts = cast.flat();

  const onServer = async (verb: (app: App) => Promise<unknown>) => {
    const server = driver.up();
    const error = server && (await verb(server.app));
    if (error && !(error instanceof Killed)) problem(`a verb broke: ${String(error)}`);
  };
  const act = (person: Person) => onServer((app) => doers.act(app, person));
  function meddle(account: string, tweetId: number): void {
    const person = people.find(({ accounts }) => accounts.includes(account));
    if (person) void onServer((app) => doers.disturb(app, person, account, tweetId));
  }
  const backups = copies(disk.sqlite, clock.now);
  driver.at(clock.world() + random.between(days(1), days(daysInWorld)), backups.take);
  for (let day = 0; day < daysInWorld; day += 1) {
    const from = clock.world();
    network.spells = drawSpells(random, from, accounts);
    for (const person of people)
      for (const moment of momentsOfDay(random, person, from, eventsInDay * person.accounts.length))
        driver.at(moment, () => void act(person));
    for (const trouble of drawTroubles(random)) driver.at(from + trouble.in, () => driver.befall(trouble));
    await driver.liveUntil(from + days(1));
    checks.account(false);
    threads.account(false);
  }

  // All is well from now on: the line, the clock, and everybody puts their accounts in order; then hours pass.
  Object.assign(network, { spells: [], badness: 0 });
  driver.settleDown();
  driver.at(clock.world() + minutes(2), async () => {
    const server = driver.up();
    if (!server) return problem("the server is not up");
    for (const person of people) await doers.tidy(server.app, person);
  });
  await driver.liveUntil(clock.world() + settling);
  const server = driver.up();
  if (server) await texts.everyTextIsKept(server.app, people);
  checks.account(true);
  threads.account(true);

  const { truth, calls, fates } = network;
  const digest = digestOf(disk.sqlite, truth);
  const done = new Map([...doers.done, ...texts.written()]);
  if (server) await texts.oneLeaves(server.app, people);
  if (server) await backups.restore(server.app, people, problem);
  disk.sqlite.close();
  const sums = { done, posts: truth.length, calls, kills: driver.kills(), fates };
  return { seed, accountDays: accountDaysInWorld, problems, digest, ...sums };
}

/** The server's first start, and the people who come to it. */
async function settleIn(driver: Driver, random: Random): Promise<Person[]> {
  driver.start();
  await idle();
  const server = driver.up();
  if (!server) throw new Error("The server did not start");
  const people: Person[] = [];
  for (const accounts of cast) people.push(await addPerson(server.app, random.pick(zones), accounts));
  return people;
}

/** Breaks the server as told; answers what is to be done after each of its turns. */
function breakIt(disk: Disk, sabotage: Sabotage, now: () => number): () => void {
  const { naive, noFence, ownerless, stranded, hidden, forgetful, hasty, apart } = sabotage;
  const fence = 'and "lease_token" = ? and "state" in';
  if (noFence)
    disk.alter = (text) =>
      text.startsWith('update "tweets"') ? text.replace(fence, 'and ("lease_token" = ? or true) and "state" in') : text;
  if (ownerless) disk.alter = (text) => text.replace('"account_is_own" = ?', '"account_is_own" = ? * 0');
  if (stranded) disk.alter = (text) => text.replace("accounts.unlinked_at is not null)", "false)");
  if (hidden) disk.alter = (text) => text.replaceAll("in ('pending', 'failed')", "in ('lost', 'failed')");
  if (forgetful) {
    disk.sqlite.exec("create temp table forgotten as select * from tweet_versions");
    disk.alter = (text) => text.replace('insert into "tweet_versions"', 'insert into "forgotten"');
  }
  if (apart)
    disk.alter = (text) =>
      text.startsWith('update "tweets"') && text.includes('and "part_no" = ?')
        ? text.replace('and "part_no" = ?', 'and "part_no" = -1 * ?')
        : text;
  if (hasty) return beHasty(disk, now);
  if (!naive) return () => undefined;
  const forget = disk.sqlite.prepare("update tweets set state = 'scheduled', due_at = ? where state = 'unknown'");
  return () => void forget.run(now());
}

/** What waits for a part whose answer was lost is sent at once, as if that were out. */
function beHasty(disk: Disk, now: () => number): () => void {
  disk.alter = (text) =>
    text
      .replace(`"before"."state" = 'published' and "before"."post_id" is not null`, "true")
      .replace("and before.state = 'published' and before.post_id is not null", "");
  const place = disk.sqlite.prepare(
    `update tweets set state = 'scheduled', publish_type = 'scheduled', due_at = ?
     where state = 'pending' and part_no > 1 and account_id is not null and exists (
       select 1 from tweets b join threads h on h.id = b.thread_id where b.thread_id = tweets.thread_id
         and b.part_no = tweets.part_no - 1 and b.state = 'unknown' and h.state = 'going')`,
  );
  return () => void place.run(now());
}

/** Everything but what is named at random: what is out, and how every tweet and attempt went. */
function digestOf(sqlite: Sqlite.Database, truth: unknown): string {
  const rows = (text: string) => sqlite.prepare(text).raw().all();
  const state = [
    truth,
    rows(
      `select id, account_id, content, state, due_at, moment_reason, published_at, post_id, error from tweets order by id`,
    ),
    rows(
      `select tweet_id, attempt_no, started_at, ended_at, outcome, checks, failed_checks, code from attempts order by id`,
    ),
    rows(`select tweet_id, at, kind, detail from tweet_events order by id`),
  ];
  return createHash("sha256").update(JSON.stringify(state)).digest("hex");
}
