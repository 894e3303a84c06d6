// A month with both live services in trouble: outages, quota days, refused tokens, slow answers, a model that is retired.
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { weigh } from "~/features/tweets/text.server";
import { request } from "~/features/generation/generation.server";
import type { Writer } from "~/ports/ai/port";
import { type Random, seeded } from "../crash/random";
import { type Checks, makeChecks } from "./checks";
import { simClock } from "./clock";
import { type Connection, type Disk, Killed, makeDisk } from "./disk";
import { type Driver, makeDriver } from "./driver";
import { simGemini } from "./gemini";
import { drawWriterSpells } from "./gemini-weather";
import { simNetwork } from "./network";
import { addPerson, makePeople, momentsOfDay, type Person } from "./people";
import { idle, simConfig, type Surroundings } from "./server";
import { drawSpells } from "./weather";
import { watchWhose } from "./whose";

export interface MonthEnd {
  problems: string[];
  /** How many tasks came to which end. */
  tasks: Map<string, number>;
  posts: number;
  questions: number;
  fates: Map<string, number>;
}

const cast = [
  { zone: "Europe/Berlin", accounts: ["11", "12"] },
  { zone: "America/Los_Angeles", accounts: ["21"] },
];
const eventsInDay = 8;
const topicsInDay = 10;
/** The operator sees on the twentieth day that the model is gone, and sets another on the twenty-second. */
const retiredOn = 20;
const replacedOn = 22;
/** How long a task may take, and a little for storing what came back. */
const taskLasts = seconds(82);

/** `impatient`: a writer that asks once more whatever it was told, to show that this would be noticed. */
export async function runMonth(seed: number, { impatient = false, length = 30 } = {}): Promise<MonthEnd> {
  const random = seeded(seed);
  const start = Date.UTC(2026, 9, 20) + random.below(days(1));
  const clock = simClock(start);
  const disk = await makeDisk();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(`${new Date(clock.world()).toISOString()} ${what}`);
  const config = simConfig({ RATE_LIMITS: "off", DAILY_SPEND_LIMIT: "0" });
  const tasks = disk.sqlite.prepare<unknown[], { count: number }>(
    "select count(*) as count from generation_tasks where topic = ?",
  );
  const gemini = simGemini(clock, random, problem, (topic) => tasks.get(topic)?.count ?? 0);
  gemini.retired = { model: gemini.model, from: start + days(retiredOn) };
  const writer = (by: Connection) => (impatient ? askingTwice(gemini.writer(by)) : gemini.writer(by));
  const around: Surroundings = { clock, disk, config, random, problem, writer };
  const network = simNetwork(clock, random);
  network.badness = 0.2;
  const driver: Driver = makeDriver(
    around,
    network,
    () => checks,
    () => watchTasks(),
  );
  const whose = watchWhose(around);
  const checks: Checks = makeChecks(around, network, driver.away, whose);
  const watchTasks = taskWatch(disk, clock.monotonic, driver, problem);
  const stopListening = gemini.listen();
  try {
    driver.start();
    await idle();
    const people: Person[] = [];
    for (const { zone, accounts } of cast) people.push(await addPerson(upOf(driver), zone, accounts));
    const doers = makePeople(around, random, () => network.truth, whose);
    const onServer = async (work: (app: ReturnType<typeof upOf>) => Promise<unknown>) => {
      const server = driver.up();
      const error = server && (await work(server.app).catch((caught: unknown) => caught));
      if (error && !(error instanceof Killed)) problem(`a verb broke: ${String(error)}`);
    };
    for (let day = 0; day < length; day += 1) {
      const from = clock.world();
      network.spells = drawSpells(
        random,
        from,
        cast.flatMap(({ accounts }) => accounts),
      );
      gemini.spells = drawWriterSpells(random, from);
      for (const person of people) {
        for (const moment of momentsOfDay(random, person, from, eventsInDay * person.accounts.length))
          driver.at(moment, () => void onServer((app) => doers.act(app, person)));
        for (const moment of momentsOfDay(random, person, from, topicsInDay))
          driver.at(moment, () => void onServer((app) => ask(app, person, random)));
      }
      driver.at(from + random.below(days(1)), () =>
        driver.befall(
          random.pick([
            { in: 0, kind: "stop" },
            { in: 0, kind: "kill at once" },
          ] as const),
        ),
      );
      if (day === replacedOn) gemini.model = "gemini-3.8-flash";
      if (day === replacedOn) driver.befall({ in: 0, kind: "stop" });
      await driver.liveUntil(from + days(1));
      checks.account(false);
    }
    Object.assign(network, { spells: [], badness: 0 });
    gemini.spells = [];
    driver.settleDown();
    driver.at(clock.world() + minutes(2), () =>
      onServer(async (app) => {
        for (const person of people) await doers.tidy(app, person);
      }),
    );
    await driver.liveUntil(clock.world() + hours(9));
    checks.account(true);
    return {
      problems,
      tasks: tasksOf(disk, problem),
      posts: network.truth.length,
      questions: gemini.calls,
      fates: gemini.fates,
    };
  } finally {
    stopListening();
    disk.sqlite.close();
  }
}

const upOf = (driver: Driver) => {
  const server = driver.up();
  if (!server) throw new Error("The server did not start");
  return server.app;
};

const askingTwice = (writer: Writer): Writer => ({
  ...writer,
  writeTweets: (asked) => writer.writeTweets(asked).catch(() => writer.writeTweets(asked)),
});

/** Each topic is one of its kind, so that a call tells whose it is. */
async function ask(app: ReturnType<typeof upOf>, { userId }: Person, random: Random): Promise<void> {
  await request(app, { userId, accountId: null, topic: `tea ${random.below(1e12)}`, webSearch: random.chance(0.4) });
}

/** While a server runs without a break, none of its tasks takes longer than the contract allows. */
function taskWatch(disk: Disk, monotonic: () => number, driver: Driver, problem: (what: string) => void): () => void {
  const open = disk.sqlite.prepare<unknown[], { id: string }>(
    "select id from generation_tasks where state in ('queued', 'running')",
  );
  const look = batchLook(disk, problem);
  let waiting = new Set<string>();
  let seen = new Map<string, number>();
  let of: unknown = null;
  return () => {
    const server = driver.up();
    if (!server || server !== of) seen = new Map();
    of = server;
    const now = monotonic();
    const still = new Map<string, number>();
    const tasks = open.all();
    const before = waiting;
    waiting = new Set(tasks.map(({ id }) => id));
    for (const id of before) if (!waiting.has(id)) look(id);
    for (const { id } of server ? tasks : []) {
      const since = seen.get(id) ?? now;
      if (now - since > taskLasts) problem(`task ${id} has been open for ${now - since} ms`);
      still.set(id, since);
    }
    seen = still;
  };
}

/** What a batch holds when it comes: three to five tweets that X would take. Later a person may edit and delete them. */
function batchLook(disk: Disk, problem: (what: string) => void): (taskId: string) => void {
  const texts = disk.sqlite.prepare<unknown[], { batch: string; content: string; fingerprint: string }>(
    `select t.batch_id as batch, t.content, t.fingerprint from generation_tasks g join tweets t on t.batch_id = g.batch_id
     where g.id = ? and g.state = 'success' and g.kind = 'batch' and t.origin = 'generated'`,
  );
  const done = disk.sqlite.prepare<unknown[], { batch: string }>(
    "select batch_id as batch from generation_tasks where id = ? and state = 'success' and kind = 'batch'",
  );
  return (taskId) => {
    const batch = done.get(taskId)?.batch;
    if (batch === undefined) return;
    const tweets = texts.all(taskId);
    if (tweets.length < 3 || tweets.length > 5) problem(`batch ${batch} has ${tweets.length} tweets`);
    for (const { content } of tweets)
      if (weigh(content) > 280 || content.includes("@stranger")) problem(`batch ${batch}: ${content}`);
    if (new Set(tweets.map(({ fingerprint }) => fingerprint)).size < tweets.length)
      problem(`batch ${batch} repeats itself`);
  };
}

interface Ended {
  id: string;
  state: string;
  error_code: string | null;
  error: string | null;
}

/** How many tasks came to which end, each one that a person can read. */
function tasksOf(disk: Disk, problem: (what: string) => void): Map<string, number> {
  const ends = new Map<string, number>();
  for (const task of disk.sqlite.prepare<unknown[], Ended>("select * from generation_tasks").all()) {
    const end = task.state === "failed" ? (task.error_code ?? "?") : task.state;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (task.state === "failed" && !/^[A-Z].*[.]$/.test(task.error ?? "")) problem(`task ${task.id}: ${task.error}`);
  }
  return ends;
}
