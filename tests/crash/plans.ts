// What the rounds are like: the usual ones, those with power loss, and the negative controls, which must show damage.
import type { TweetCrashPoint } from "~/ground/telemetry/crash-points.server";
import { allIsWell, longHangs, slowToRefuse, slowToTake, usualFaults } from "./faults";
import { atRandom, drawKills, killsAt } from "./kills";
import type { Patch } from "./process";
import { seeded } from "./random";
import type { RoundPlan } from "./round";

const settleMs = 1_000;
/** Taken late and listed late together are still less than the settle time. */
const listLagMs = 300;

/**
 * Each sixth round has two processes on one folder. At night each 25th has hangs longer than the app's patience, and
 * each 25th a moment in which X can't be reached at all; both take a minute or more.
 */
export function usualPlan(build: string, seed: number, night: boolean): RoundPlan {
  const hangs = night && seed % 25 === 24;
  const outage = night && seed % 25 === 12;
  return {
    name: "round",
    seed,
    build,
    kills: drawKills(seeded(seed + 2_000_000), seed),
    faults: hangs ? longHangs : usualFaults,
    processes: seed % 6 === 5 ? 2 : 1,
    steady: false,
    outageAfterMs: outage ? 1_500 + 50 * (seed % 40) : null,
    settleMs,
    listLagMs,
    // A round ends once all is settled. Where half of all calls hang for half a minute, pictures and their post took four.
    peaceMs: 600_000,
    powerLoss: null,
  };
}

/** One death, at this point, and all sends go well. */
export const deathPlan = (build: string, point: TweetCrashPoint, seed: number): RoundPlan => ({
  ...usualPlan(build, seed, false),
  name: "death",
  processes: 1,
  kills: killsAt(point),
  faults: () => allIsWell,
});

export const powerLossPlan = (build: string, seed: number, library: string, strict = false): RoundPlan => ({
  ...usualPlan(build, seed, false),
  name: "power",
  processes: 1,
  powerLoss: { library, strict },
});

/** X's list lags far behind the time after which Linnet trusts it. */
export const hastyPlan = (build: string, seed: number): RoundPlan => ({
  ...usualPlan(build, seed, false),
  name: "hasty",
  processes: 1,
  settleMs: 150,
  listLagMs: 20_000,
  peaceMs: 60_000,
});

/** Two processes that both believe to be the publisher: one starts while the other's send is on its way. */
export const twoPublishersPlan = (build: string, seed: number, refuses: boolean): RoundPlan => ({
  ...usualPlan(build, seed, false),
  name: refuses ? "fence" : "lock",
  kills: atRandom(seeded(seed), 3),
  faults: refuses ? slowToRefuse : slowToTake,
  processes: 2,
  steady: true,
  peaceMs: 60_000,
});

export const withoutLock: Patch = { from: /exec\("begin exclusive"\)/, to: 'exec("select 1")' };

export const withoutFence: Patch = {
  from: /\.where\("lease_token", "=", token\d*\), (\{ numUpdatedRows\w*\b[^=]*= await query\d*)\.where\("state", "in", \["publishing", "unknown"\]\)/,
  to: ", $1",
};

/** What X adds to the words of a post with pictures is held to be the person's. */
export const withPictureLinks: Patch = {
  from: /\[withoutPictures\((\w+)\), withoutAdditions\(\1, replyTo === null \? null : userId\)\]/,
  to: "[asWritten($1.text, $1.entities), asWritten($1.text, $1.entities)]",
};

export const withoutWait: Patch = { from: /\bsync\(wal\)/, to: "Promise.resolve()" };

export const synchronousNormal: Patch[] = [
  { from: /pragma\("synchronous = FULL"\)/, to: 'pragma("synchronous = NORMAL")' },
  {
    from: /pragma\("synchronous", \{ simple: (!0|true) \}\) !== 2/,
    to: 'pragma("synchronous", { simple: true }) !== 1',
  },
  { from: /setSynchronous\("FULL"\)/, to: 'setSynchronous("NORMAL")' },
  withoutWait,
];
