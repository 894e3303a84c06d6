// A world of tasks by its seed: several people ask at once, the writer does its worst, the server ends and comes back.
import { AppError } from "~/ground/errors";
import { days, minutes, seconds } from "~/ground/time/duration";
import type { App } from "~/app.server";
import { request } from "~/features/generation/generation.server";
import { type Random, seeded } from "../../crash/random";
import { makeChecks } from "../checks";
import { simClock } from "../clock";
import { type Connection, Killed, makeDisk } from "../disk";
import { type Driver, makeDriver } from "../driver";
import { simGemini } from "../gemini";
import { drawWriterSpells } from "../gemini-weather";
import { simNetwork } from "../network";
import { addPerson } from "../people";
import { idle, simConfig, type Surroundings } from "../server";
import type { Trouble } from "../troubles";
import { taskChecks } from "./checks";
import { makeMeter, settling, type Vices } from "./meter";

/** What a world can be broken by on purpose, each for one of the things that must hold. */
export interface Sabotage {
  /** No deadline and no patience ever ends: a deaf writer keeps its place. */
  noTimers?: boolean;
  /** Each turn's places are its own. */
  noPlaces?: boolean;
  /** A part of the server's SQL, and what stands in its place. */
  sql?: [from: string, to: string];
  vices?: Partial<Vices>;
  /** So many kills more in each storm. */
  kills?: number;
}

export interface WorldEnd {
  seed: number;
  problems: string[];
  tasks: Map<string, number>;
  kills: number;
  /** The most tasks that ever ran at once. */
  max: number;
  refused: number;
}

const peopleInWorld = 5;
const daysInWorld = 3;
const stormsInDay = 8;
/** Asked for an hour, a person is refused; some storms are larger. */
const largestStorm = 14;

export async function runTasks(seed: number, sabotage: Sabotage = {}): Promise<WorldEnd> {
  const random = seeded(seed);
  const clock = simClock(Date.UTC(2026, 2, 1) + random.below(days(300)));
  const disk = await makeDisk();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(`${new Date(clock.world()).toISOString()} ${what}`);
  const alter = altering(sabotage.sql);
  disk.alter = alter.alter;
  // Gemini's own rules are told by its weather to the month; here only what the tasks do counts.
  const gemini = simGemini(
    clock,
    random,
    () => undefined,
    () => 0,
  );
  const searched = new Set<string>();
  const vices: Vices = { deaf: 0.02, late: 0.02, breaks: 0.01, ...sabotage.vices };
  const meter = makeMeter(clock, random, vices, problem, (topic) => searched.has(topic));
  const around: Surroundings = {
    clock,
    disk,
    config: simConfig({ RATE_LIMITS: "on" }),
    random,
    problem,
    writer: (by) => meter.wrap(by, gemini.writer(by)),
    ...(sabotage.noTimers || sabotage.noPlaces ? { handed: breaking(sabotage) } : {}),
  };
  const network = simNetwork(clock, random);
  const driver: Driver = makeDriver(
    around,
    network,
    () => publishing,
    () => checks.afterTurn(),
  );
  const publishing = makeChecks(around, network, driver.away, { onTurn: () => undefined });
  const checks = taskChecks(disk, clock, () => driver, meter, problem);
  const stopListening = gemini.listen();
  let [asked, refused] = [0, 0];

  const ask = async (userId: string, what: string): Promise<string | null> => {
    const app = driver.up()?.app;
    const topic = `${what} ${(asked += 1)} of ${seed}`;
    const webSearch = random.chance(0.4);
    if (webSearch) searched.add(topic);
    if (!app) return null;
    return request(app, { userId, accountId: null, topic, webSearch }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "rate_limited") refused += 1;
      else if (!(error instanceof Killed)) problem(`asking broke: ${String(error)}`);
      return null;
    });
  };
  try {
    driver.start();
    await idle();
    const people: string[] = [];
    const first = appOf(driver);
    for (let n = 0; n < peopleInWorld; n += 1) people.push((await addPerson(first, "Europe/Berlin", [])).userId);
    for (let day = 0; day < daysInWorld; day += 1) {
      const from = clock.world();
      gemini.spells = drawWriterSpells(random, from);
      for (let storm = 0; storm < stormsInDay; storm += 1) {
        const at = from + ((storm + random.next() * 0.6) * days(1)) / stormsInDay;
        const size = 1 + random.below(largestStorm);
        for (let n = 0; n < size; n += 1)
          driver.at(at + random.between(0, seconds(40)), () => void ask(random.pick(people), "tea"));
        if (random.chance(0.6)) for (const trouble of troublesOf(random)) befall(driver, at + trouble.in, trouble);
        for (let n = 1; n <= (sabotage.kills ?? 0); n += 1)
          befall(driver, at + n * seconds(25), { in: 0, kind: "kill at once" });
        // When a storm is over a new task begins at once: the turn that follows asks the writer.
        driver.at(at + minutes(6), () => void ask(random.pick(people), "after the storm"));
      }
      await driver.liveUntil(from + days(1));
    }
    gemini.spells = [];
    driver.settleDown();
    await driver.liveUntil(clock.world() + settling);
    driver.at(clock.world() + seconds(1), () => void ask(people[0] ?? "", "after all storms"));
    await driver.liveUntil(clock.world() + minutes(5));
    checks.atEnd();
    // A statement that reads otherwise by now would leave the control blunt, and nobody would know why.
    if (sabotage.sql && !alter.wasMet()) throw new Error(`No statement holds ${sabotage.sql[0]}`);
    return {
      seed,
      problems,
      tasks: endsOf(disk.sqlite.prepare("select * from generation_tasks").all()),
      kills: driver.kills(),
      max: meter.max,
      refused,
    };
  } finally {
    stopListening();
    disk.sqlite.close();
  }

  function befall(to: Driver, at: number, trouble: Trouble): void {
    to.at(at, () => {
      const server = to.up();
      if (trouble.kind === "stop" && server) checks.stopped(server.by as Connection);
      to.befall(trouble);
    });
  }
}

const appOf = (driver: Driver): App => {
  const server = driver.up();
  if (!server) throw new Error("The server did not start");
  return server.app;
};

/** What befalls the server in a storm: within the minute and a half that its tasks take. */
function troublesOf(random: Random): Trouble[] {
  const within = () => Math.round(random.between(0, seconds(90)));
  const sign = random.chance(0.5) ? 1 : -1;
  const draws: (() => Trouble)[] = [
    () => ({ in: within(), kind: "kill", halves: random.below(60) }),
    () => ({ in: within(), kind: "kill at once" }),
    () => ({ in: within(), kind: "left behind" }),
    () => ({ in: within(), kind: "stop" }),
    () => ({ in: within(), kind: "sleep", ms: seconds(random.below(200)) }),
    () => ({
      in: within(),
      kind: "step",
      ms: sign * minutes(random.between(0, 300)),
      mendedIn: seconds(random.below(120)),
    }),
  ];
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(draws)());
}

function altering(change?: [string, string]) {
  let met = false;
  const alter = (text: string): string => {
    if (!change || !text.includes("generation_tasks") || !text.includes(change[0])) return text;
    met = true;
    return text.replace(...change);
  };
  return { alter, wasMet: () => met };
}

/** The app that a broken server's jobs are handed; one a server, but where places are not to be remembered. */
function breaking({ noTimers, noPlaces }: Sabotage): (app: App) => App {
  const known = new WeakMap<App, App>();
  return (app) => {
    const broken = noPlaces ? undefined : known.get(app);
    const made = broken ?? { ...app, clock: noTimers ? { ...app.clock, after: () => () => undefined } : app.clock };
    known.set(app, made);
    return made;
  };
}

function endsOf(tasks: unknown[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const task of tasks as { state: string; error_code: string | null }[]) {
    const end = task.error_code ?? task.state;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return ends;
}
