// Lets time pass: from one thing that happens to the next, with the server's starts, ends and turns in between.
import { hours, minutes, seconds } from "~/ground/time/duration";
import type { Network } from "~/ports/network/port";
import type { Away, Checks } from "./checks";
import { type Connection, Killed } from "./disk";
import type { OnCall, SimNetwork } from "./network";
import { idle, type SimServer, startServer, type Surroundings } from "./server";
import type { Trouble } from "./troubles";

export interface Driver {
  /** The server, while it is up. */
  up(): SimServer | null;
  start(): void;
  /** Something that happens at a moment of the world. */
  at(moment: number, run: () => void | Promise<void>): void;
  befall(trouble: Trouble): void;
  /** Nothing of what was to befall it will: the server is up, and the wall clock right. */
  settleDown(): void;
  away(): Away;
  liveUntil(end: number): Promise<void>;
  kills(): number;
}

interface Event {
  at: number;
  run: () => void | Promise<void>;
}

/** Croner ticks each second; to the App only gaps of over a minute between ticks make a difference. */
const tickEvery = seconds(30);
/** A jump of the wall clock by more is noticed. */
const noticed = minutes(1);

export function makeDriver(
  around: Surroundings,
  network: SimNetwork,
  checks: () => Checks,
  afterTurn: () => void,
): Driver {
  const { clock, disk, random } = around;
  let events: Event[] = [];
  let server: SimServer | null = null;
  let away: Away = { at: -Infinity, since: -Infinity };
  let kills = 0;
  let sleepAtCommit = 0;
  let afterCall = () => {};

  const at: Driver["at"] = (moment, run) => void events.push({ at: moment, run });
  const wasAway = () => (away = { at: clock.now(), since: clock.world() });
  const up = () => (server?.isUp() ? server : null);

  function sleep(ms: number): void {
    clock.suspend(ms);
    if (ms > noticed) wasAway();
  }

  function setClock(ms: number): void {
    clock.step(ms);
    if (ms > noticed) wasAway();
  }
  const mend = () => setClock(-clock.skew());

  function onCommit(): void {
    const ms = sleepAtCommit;
    sleepAtCommit = 0;
    if (ms > 0) sleep(ms);
  }

  const onCall: OnCall = (account, text, replyTo) => {
    afterCall();
    afterCall = () => {};
    return checks().onCall(account, text, replyTo);
  };

  function startOn(by: Connection): void {
    wasAway();
    const face: Network = network.face(by, onCall);
    server = startServer(around, by, face);
  }
  const start = () => startOn(disk.connect(onCommit));

  function leaveBehind(): void {
    const now = up();
    if (!now) return;
    now.leave();
    network.freeze();
    startOn(now.by);
  }

  function befall(trouble: Trouble): void {
    const now = up();
    switch (trouble.kind) {
      case "kill":
        return now?.by.killAfter(trouble.halves);
      case "kill at once":
        return now?.by.kill();
      case "left behind":
        return leaveBehind();
      case "left behind in a call":
        afterCall = () => at(clock.world() + 1, leaveBehind);
        return;
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
        afterCall = () => {
          at(clock.world() + trouble.after, () => setClock(trouble.ms));
          at(clock.world() + hours(1), mend);
        };
        return;
    }
  }

  /** A server that is gone comes back, at once or after hours. */
  function noticeEnd(): void {
    if (!server || (server.isUp() && !server.isDrained())) return;
    const { by } = server;
    if (by.isDead()) kills += 1;
    else by.kill();
    network.hangUp(by);
    server.leave();
    server = null;
    const down = random.chance(0.8) ? seconds(random.between(0, 30)) : hours(random.between(0, 10));
    at(clock.world() + down, start);
  }

  async function nextDue(): Promise<number> {
    try {
      return (await up()?.nextDue()) ?? Infinity;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      noticeEnd();
      return Infinity;
    }
  }

  /** Moves the clocks to the next thing that happens, if it does before `end`, and makes it happen. */
  async function step(end: number): Promise<void> {
    const due = await nextDue();
    const event = events.reduce<Event | null>((first, one) => (!first || one.at < first.at ? one : first), null);
    const next = Math.min(due, clock.nextTimer(), event?.at ?? Infinity, end);
    while (clock.world() < next) {
      clock.passTo(Math.min(next, clock.world() + tickEvery));
      up()?.tick();
    }
    clock.runDue();
    await idle();
    if (!event || event.at > clock.world()) return;
    events = events.filter((one) => one !== event);
    await event.run();
    await idle();
  }

  return {
    up,
    start,
    at,
    befall,
    settleDown() {
      events = [];
      sleepAtCommit = 0;
      afterCall = () => {};
      mend();
      up()?.by.killAfter(Infinity);
      if (!up()) start();
    },
    away: () => away,
    kills: () => kills,
    async liveUntil(end) {
      while (clock.world() < end) {
        await step(end);
        up()?.tick();
        await up()?.turn();
        afterTurn();
        checks().onTurn();
        noticeEnd();
      }
    },
  };
}
