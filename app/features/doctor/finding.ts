// Defines the doctor's findings and their wording. Pure.
import { days, minutes, seconds } from "~/ground/time/duration";
import type { Retirement } from "~/ports/ai/models";
import type { Obstacle } from "~db/node.server";

export interface Finding {
  id: string;
  title: string;
  /** "off": there is nothing to check, because an embedded service is in use. */
  state: "good" | "check" | "bad" | "off";
  message: string;
  todo: string | null;
  copy: string | null;
}

export type Words = Pick<Finding, "state" | "message"> & Partial<Pick<Finding, "todo" | "copy">>;
export const finding = (id: string, title: string, words: Words): Finding => ({
  id,
  title,
  todo: null,
  copy: null,
  ...words,
});

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const foretold = days(60);

/** `isOffered`: Google has just confirmed the model. A known retirement counts either way. */
export function modelWords(model: string, isOffered: boolean, retires: Retirement | null, now: number): Words {
  const known = isOffered
    ? `Gemini offers "${model}" to this key.`
    : `Whether Gemini offers "${model}" can be seen once it answers.`;
  if (retires === null || retires.at - now > foretold) return { state: isOffered ? "good" : "off", message: known };
  const { at, becomes } = retires;
  if (at > now)
    return {
      state: "check",
      message: `${known} Google takes it away on ${day(at)}.`,
      todo: "Set GEMINI_MODEL to a current model before that day, and start Linnet again.",
    };
  return {
    state: "check",
    message:
      becomes === null
        ? `Google took "${model}" away on ${day(at)}; what still answers under its name is another model, at that one's price.`
        : `Google took "${model}" away on ${day(at)}. Google now answers for it with ${becomes}, at that model’s price.`,
    todo: "Set GEMINI_MODEL to a current model and start Linnet again.",
  };
}

/** X refuses signatures more than five minutes off. Lookups after a lost answer go wrong even earlier. */
const tolerated = seconds(30);
const dangerous = minutes(4);

/** `skewMs`: how far this clock is ahead; null if no service reported its time. */
export function clockWords(skewMs: number | null): Words {
  if (skewMs === null)
    return {
      state: "off",
      message: "No live service has told its time, so there is nothing to compare this clock with.",
    };
  const off = Math.abs(skewMs);
  const message = `This server's clock is ${off < seconds(2) ? "right" : `${Math.round(off / 1000)} seconds ${skewMs > 0 ? "fast" : "slow"}`}.`;
  if (off <= tolerated) return { state: "good", message };
  const todo = "Let the machine set its clock by NTP (for example: timedatectl set-ntp true).";
  if (off <= dangerous) return { state: "check", message, todo };
  return { state: "bad", message: `${message} X refuses requests that are five minutes off.`, todo };
}

const megabyte = 1_000_000;

export function diskWords(dataDir: string, disk: { freeBytes: number } | { fault: string }): Words {
  if ("fault" in disk)
    return {
      state: "bad",
      message: `Nothing can be written to ${dataDir}: ${disk.fault}.`,
      todo: "Give the folder to the user that Linnet runs as, free some space, or set DATA_DIR to another one.",
    };
  const free = Math.floor(disk.freeBytes / megabyte);
  const message = `${dataDir} can be written to; ${free.toLocaleString("en")} MB are free.`;
  if (free >= 200) return { state: "good", message };
  const todo = "Free some space: with a full disk nothing can be recorded, so nothing is posted.";
  return { state: free >= 20 ? "check" : "bad", message, todo };
}

export const backupsElsewhere = "Backups are your Postgres's. Linnet makes none here.";

export const backupWords: Words = {
  state: "off",
  message: backupsElsewhere,
  todo: "See that pg_dump or your provider makes them, and that you can put one back: docs/postgres.md says how.",
};

export interface Loop {
  /** ms since the last tick; null if it never ticked or the server didn't respond. */
  silentMs: number | null;
  obstacle: Obstacle | null;
  mismatch?: { url: string; answer: "none" | "of_another_database" } | null;
}

const obstacleWords: Record<Obstacle, Words> = {
  elsewhere: {
    state: "check",
    message: "The job loop runs, but another process on the same data folder publishes.",
    todo: "If that isn't meant, stop the other process; this one takes over within seconds.",
  },
  broken: {
    state: "check",
    message: "The job loop runs, but this node has just lost its database: it begins nothing for some seconds.",
    todo: "Look again in ten seconds. If it stays, look at the way to the database and at this node's log.",
  },
  outdated: {
    state: "check",
    message: "A newer version of Linnet has changed the database: this node ends what it has and begins nothing more.",
    todo: "Start the newer version here, too.",
  },
};

const mismatchWords: Record<NonNullable<Loop["mismatch"]>["answer"], (url: string) => Words> = {
  none: (url) => ({
    state: "check",
    message: `Linnet works on this database, but nothing of it answers at ${url}.`,
    todo: "Set PORT and HOST here as the server has them, best in .env, which both read.",
  }),
  of_another_database: (url) => ({
    state: "bad",
    message: `The Linnet that answers at ${url} has another database; nobody works on this one.`,
    todo: "Set DATA_DIR or DATABASE_URL here as that server has them, best in .env, which both read; or start Linnet on this database.",
  }),
};

export function loopWords({ silentMs, obstacle, mismatch = null }: Loop): Words {
  if (mismatch !== null) return mismatchWords[mismatch.answer](mismatch.url);
  if (silentMs === null || silentMs > seconds(30))
    return {
      state: "bad",
      message: "The job loop does not run: nothing is written, posted or looked up.",
      todo: "Start Linnet, or start it again, and look at the last lines of its log.",
    };
  if (obstacle !== null) return obstacleWords[obstacle];
  return { state: "good", message: "The job loop runs, and this server publishes." };
}

export function keysWords(sealed: { open: number; old: number; shut: number }, keys: number): Words {
  if (sealed.shut > 0)
    return {
      state: "bad",
      message: `${accounts(sealed.shut)} can't be used: no key in ENCRYPTION_KEY opens what is stored.`,
      todo: "Put the earlier key back into ENCRYPTION_KEY, behind the new one, or connect the accounts again.",
    };
  if (sealed.old > 0)
    return {
      state: "check",
      message: `${accounts(sealed.old)} still encrypted with an older key.`,
      todo: "Start Linnet once with the new key in front; then the older ones may go.",
    };
  const older = keys > 1 ? " The older keys in ENCRYPTION_KEY may go." : "";
  if (sealed.open === 0) return { state: "good", message: `No account is linked yet.${older}` };
  return { state: "good", message: `${accounts(sealed.open)} encrypted with the newest key.${older}` };
}

/** `shut`: number of authenticator apps that no key can decrypt. */
export function factorsWords(shut: number): Words {
  const whose = shut === 1 ? "1 authenticator app" : `${shut} authenticator apps`;
  return {
    state: "bad",
    message: `${whose} can't be asked for a code: no key in ENCRYPTION_KEY opens what is stored.`,
    todo: "Put the earlier key back into ENCRYPTION_KEY, behind the new one. Recovery codes and passkeys work meanwhile; whoever has neither is helped by npm run admin -- second-factor off.",
  };
}

const accounts = (n: number): string => (n === 1 ? "1 linked account" : `${n} linked accounts`);
