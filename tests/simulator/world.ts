// One simulated world by its seed: people, a server that crashes and sleeps, a network that fails, days that pass.
import { createHash } from "node:crypto";
import { days, hours, minutes, seconds } from "~/duration";
import { seeded } from "../crash/random";
import { type Away, makeChecks } from "./checks";
import { simClock } from "./clock";
import { type Connection, Killed, makeDisk } from "./disk";
import { simNetwork } from "./network";
import { addPerson, makePeople, momentsOfDay, type Person, zones } from "./people";
import { idle, simConfig, type SimServer, startServer, type Surroundings } from "./server";
import { drawTroubles, type Trouble } from "./troubles";
import { drawSpells } from "./weather";

/** What a world can be broken by on purpose. */
export interface Sabotage {
  /** A lost answer is taken for a post that was not sent. */
  naive?: boolean;
  /** Whoever finishes last is believed, whatever token it holds. */
  noFence?: boolean;
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
  fates: Map<string, number>;
}

export const peopleInWorld = 4;
export const daysInWorld = 4;
const eventsInDay = 14;
const settling = hours(9);

const limits = [
  { DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "4", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0" },
  { DAILY_POST_LIMIT: "50", DAILY_SPEND_LIMIT: "0.5" },
];

interface Event {
  at: number;
  run: () => void | Promise<void>;
}

export async function runWorld(seed: number, sabotage: Sabotage = {}): Promise<WorldEnd> {
  const random = seeded(seed);
  const clock = simClock(Date.UTC(2026, 0, 1) + Math.floor(random.next() * days(700)));
  const disk = await makeDisk();
  if (sabotage.noFence)
    disk.alter = (sql) =>
      sql.startsWith('update "tweets"') ? sql.replace('"lease_token" = ? and', "? <> '' and") : sql;
  const config = simConfig({
    ...random.pick(limits),
    QUIET_HOURS: random.pick(["23-7", "23-7", "22-6"]),
    RECONCILE_AFTER_SECONDS: String(sabotage.settle ?? 120),
  });
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(`${new Date(clock.world()).toISOString()} ${what}`);
  const around: Surroundings = { clock, disk, config, random, problem };
  const network = simNetwork(clock, random);
  network.badness = random.pick([0, 0.3, 0.5, 0.7]);
  let away: Away = { at: -Infinity, since: -Infinity };
  const wasAway = () => (away = { at: clock.now(), since: clock.world() });
  const checks = makeChecks(around, network, () => away);
  const doers = makePeople(disk, random, () => network.truth);
  const pending = new Set<Promise<unknown>>();
  const events: Event[] = [];
  let sleepAtCommit = 0;
  let afterCall = () => {};
  let kills = 0;
  let server: SimServer | null = null;

  const sleep = (ms: number) => {
    clock.suspend(ms);
    if (ms > minutes(1)) wasAway();
  };
  const start = (by: Connection = connect()) => {
    wasAway();
    server = startServer(around, by, network.face(by, onCall));
  };
  const onCall: typeof checks.onCall = (account, text) => {
    afterCall();
    afterCall = () => {};
    return checks.onCall(account, text);
  };
  const connect = () =>
    disk.connect(() => {
      const ms = sleepAtCommit;
      sleepAtCommit = 0;
      if (ms > 0) sleep(ms);
    });
  const at = (moment: number, run: Event["run"]) => void events.push({ at: moment, run });
  const up = (): SimServer | null => (server?.isUp() ? server : null);

  const act = (person: Person) => {
    const now = up();
    if (!now) return;
    const done = doers.act(now.app, person).then((error) => {
      pending.delete(done);
      if (error && !(error instanceof Killed)) problem(`a verb broke: ${String(error)}`);
    });
    pending.add(done);
  };

  function befall(trouble: Trouble): void {
    const now = up();
    switch (trouble.kind) {
      case "kill":
        if (now) now.by.killAfter(trouble.halves);
        return;
      case "kill at once":
        return now?.by.kill();
      case "left behind":
        if (!now) return;
        now.leave();
        network.freeze();
        return start(now.by);
      case "stop":
        return now?.stop();
      case "sleep":
        return sleep(trouble.ms);
      case "sleep at commit":
        sleepAtCommit = trouble.ms;
        return;
      case "step":
        setClock(trouble.ms);
        return at(clock.world() + trouble.mendedIn, mend);
      case "step after a call":
        afterCall = () => at(clock.world() + trouble.after, () => setClock(trouble.ms));
        return;
    }
  }

  function setClock(ms: number): void {
    clock.step(ms);
    if (ms > minutes(1)) wasAway();
  }
  const mend = () => setClock(-clock.skew());

  /** A server that is gone comes back, at once or after hours. */
  function noticeEnd(): void {
    const by = server?.by;
    if (!server || (server.isUp() && !server.isDrained())) return;
    if (by?.isDead()) kills += 1;
    else by?.kill();
    if (by) network.hangUp(by);
    server.leave();
    server = null;
    at(clock.world() + (random.chance(0.8) ? seconds(random.between(0, 30)) : hours(random.between(0, 10))), () =>
      start(),
    );
  }

  async function nextLook(): Promise<number> {
    try {
      return (await up()?.nextLook()) ?? Infinity;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      noticeEnd();
      return Infinity;
    }
  }

  /** Goes on to `end`, from one thing that happens to the next. */
  async function liveUntil(end: number): Promise<void> {
    while (clock.world() < end) {
      const look = await nextLook();
      const event = events.reduce<Event | null>((first, one) => (!first || one.at < first.at ? one : first), null);
      const next = Math.min(look, clock.nextTimer(), event?.at ?? Infinity, end);
      while (clock.world() < next) {
        clock.passTo(Math.min(next, clock.world() + seconds(30)));
        up()?.tick();
      }
      clock.runDue();
      await idle();
      if (event && event.at <= clock.world()) {
        events.splice(events.indexOf(event), 1);
        await event.run();
        await idle();
      }
      up()?.tick();
      await up()?.turn();
      if (sabotage.naive)
        disk.sqlite
          .prepare("update tweets set state = 'scheduled', due_at = ? where state = 'unknown'")
          .run(clock.now());
      checks.onTurn();
      noticeEnd();
    }
  }

  start();
  await idle();
  const people: Person[] = [];
  for (let n = 1; n <= peopleInWorld; n += 1) {
    const accounts = n === 1 ? ["11", "12"] : [`${n}1`];
    if (server) people.push(await addPerson((server as SimServer).app, random.pick(zones), accounts));
  }
  const accounts = people.flatMap((person) => person.accounts);
  for (let day = 0; day < daysInWorld; day += 1) {
    const from = clock.world();
    network.spells = drawSpells(random, from, accounts);
    for (const person of people)
      for (const moment of momentsOfDay(random, person, from, eventsInDay * person.accounts.length))
        at(moment, () => act(person));
    for (const trouble of drawTroubles(random)) at(from + trouble.in, () => befall(trouble));
    await liveUntil(from + days(1));
    checks.account(false);
  }
  await settle();
  checks.account(true);

  /** The network is well, the clock is right, everybody puts their accounts in order; then hours pass. */
  async function settle(): Promise<void> {
    network.spells = [];
    network.badness = 0;
    events.length = 0;
    at(clock.world() + 1, mend);
    if (!up()) at(clock.world() + 2, () => start());
    at(clock.world() + minutes(2), async () => {
      const now = up();
      if (!now) return problem("the server did not come back");
      for (const person of people) await doers.tidy(now.app, person);
    });
    await liveUntil(clock.world() + settling);
  }

  const accountDays = accounts.length * daysInWorld;
  const digest = digestOf(disk.sqlite, network.truth);
  disk.sqlite.close();
  const { truth, calls, fates } = network;
  return { seed, accountDays, problems, digest, posts: truth.length, calls, kills, fates };
}

/** Everything that isn't named at random: what is out, and how every tweet and attempt ended. */
function digestOf(sqlite: Awaited<ReturnType<typeof makeDisk>>["sqlite"], truth: unknown): string {
  const rows = (sql: string) => sqlite.prepare(sql).raw().all();
  const state = [
    truth,
    rows(
      "select id, account_id, content, state, due_at, moment_reason, published_at, post_id, error from tweets order by id",
    ),
    rows(
      "select tweet_id, attempt_no, started_at, ended_at, outcome, looks, blind_looks, code from attempts order by id",
    ),
    rows("select tweet_id, at, kind, detail from tweet_events order by id"),
  ];
  return createHash("sha256").update(JSON.stringify(state)).digest("hex");
}
