// Defines the doctor's findings and their wording. Pure.
import { days, minutes, seconds } from "~/ground/time/duration";
import type { Retirement } from "~/ports/ai/gemini/models";
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
    : `Linnet can check whether Gemini offers "${model}" once Gemini responds.`;
  if (retires === null || retires.at - now > foretold) return { state: isOffered ? "good" : "off", message: known };
  const { at, becomes } = retires;
  if (at > now)
    return {
      state: "check",
      message: `${known} Google retires it on ${day(at)}.`,
      todo: "Set GEMINI_MODEL to a current model before that day, and restart Linnet.",
    };
  return {
    state: "check",
    message:
      becomes === null
        ? `Google retired "${model}" on ${day(at)}. Another model now responds under its name, at that model’s price.`
        : `Google retired "${model}" on ${day(at)}. Google now uses ${becomes} instead, at that model’s price.`,
    todo: "Set GEMINI_MODEL to a current model and restart Linnet.",
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
      message: "No live service has reported its time, so Linnet can’t check this clock.",
    };
  const off = Math.abs(skewMs);
  const message = `This server’s clock is ${off < seconds(2) ? "right" : `${Math.round(off / 1000)} seconds ${skewMs > 0 ? "fast" : "slow"}`}.`;
  if (off <= tolerated) return { state: "good", message };
  const todo = "Turn on NTP on this machine (for example: timedatectl set-ntp true).";
  if (off <= dangerous) return { state: "check", message, todo };
  return { state: "bad", message: `${message} X rejects requests when this clock is 5 minutes off.`, todo };
}

const megabyte = 1_000_000;

export function diskWords(dataDir: string, disk: { freeBytes: number } | { fault: string }): Words {
  if ("fault" in disk)
    return {
      state: "bad",
      message: `Linnet can’t write to ${dataDir}: ${disk.fault}.`,
      todo: "Give the user that Linnet runs as access to the folder, free up space, or set DATA_DIR to another folder.",
    };
  const free = Math.floor(disk.freeBytes / megabyte);
  const message = `Linnet can write to ${dataDir}. ${free.toLocaleString("en")} MB are free.`;
  if (free >= 200) return { state: "good", message };
  const todo = "Free up space. With a full disk Linnet can’t save anything, so it posts nothing.";
  return { state: free >= 20 ? "check" : "bad", message, todo };
}

export const backupsElsewhere = "With Postgres, Linnet makes no backups. You make them yourself.";

export const backupWords: Words = {
  state: "off",
  message: backupsElsewhere,
  todo: "Make sure that pg_dump or your provider makes backups, and that you can restore one. See docs/postgres.md.",
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
    message: "The job loop is running, but another process that uses the same data folder is publishing.",
    todo: "If you didn’t intend that, stop the other process. This process then takes over within seconds.",
  },
  broken: {
    state: "check",
    message:
      "The job loop is running, but this node just lost its database connection, so it won’t start anything for a few seconds.",
    todo: "Check again in 10 seconds. If this message stays, check the connection to the database and this node’s log.",
  },
  outdated: {
    state: "check",
    message: "A newer version of Linnet has changed the database. This node finishes its work and starts nothing new.",
    todo: "Start the newer version on this node, too.",
  },
};

const mismatchWords: Record<NonNullable<Loop["mismatch"]>["answer"], (url: string) => Words> = {
  none: (url) => ({
    state: "check",
    message: `Linnet is running on this database, but nothing responds at ${url}.`,
    todo: "Use the same PORT and HOST here as on the server, ideally in .env, which both read.",
  }),
  of_another_database: (url) => ({
    state: "bad",
    message: `The Linnet at ${url} uses a different database. No Linnet server is running on this one.`,
    todo: "Use the same DATA_DIR or DATABASE_URL here as on that server, ideally in .env, which both read. Or start Linnet on this database.",
  }),
};

export function loopWords({ silentMs, obstacle, mismatch = null }: Loop): Words {
  if (mismatch !== null) return mismatchWords[mismatch.answer](mismatch.url);
  if (silentMs === null || silentMs > seconds(30))
    return {
      state: "bad",
      message: "The job loop isn’t running. Nothing is generated, posted or checked.",
      todo: "Start or restart Linnet, and check the last lines of its log.",
    };
  if (obstacle !== null) return obstacleWords[obstacle];
  return { state: "good", message: "The job loop is running, and this server publishes." };
}

export function keysWords(sealed: { open: number; old: number; undecryptable: number }, keys: number): Words {
  if (sealed.undecryptable > 0)
    return {
      state: "bad",
      message: `${accounts(sealed.undecryptable)} can’t be used. No key in ENCRYPTION_KEY decrypts the stored data.`,
      todo: "Add the earlier key back to ENCRYPTION_KEY, after the new one, or reconnect the accounts.",
    };
  if (sealed.old > 0)
    return {
      state: "check",
      message: `Still encrypted with an older key: ${accounts(sealed.old)}.`,
      todo: "Start Linnet once with the new key first. Then you can remove the older ones.",
    };
  const older = keys > 1 ? " You can remove the older keys from ENCRYPTION_KEY." : "";
  if (sealed.open === 0) return { state: "good", message: `No account is connected yet.${older}` };
  return { state: "good", message: `${accounts(sealed.open)} encrypted with the newest key.${older}` };
}

/** `undecryptable`: number of authenticator apps that no key can decrypt. */
export function factorsWords(undecryptable: number): Words {
  const whose = undecryptable === 1 ? "1 authenticator app" : `${undecryptable} authenticator apps`;
  return {
    state: "bad",
    message: `${whose} can’t be used. No key in ENCRYPTION_KEY decrypts the stored data.`,
    todo: "Add the earlier key back to ENCRYPTION_KEY, after the new one. Recovery codes and passkeys still work. For users with neither, run npm run admin -- second-factor off.",
  };
}

const accounts = (n: number): string => (n === 1 ? "1 connected account" : `${n} connected accounts`);
