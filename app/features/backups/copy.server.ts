// Copies finished backups elsewhere by the operator's own command: each once, tried again each hour until it is done.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { App } from "~/app.server";
import type { Backups } from "~/features/doctor/backups";
import { recordLasting } from "~/features/events/events.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { backupsOf, findLastBackupAt } from "./backups.server";
import { isBackup } from "./retention";

/** Less than the hour after which it is tried again. */
const copyLasts = minutes(50);
const toldAfter = days(1);
/** So much of what a command that failed has printed is kept, from its end. */
const maxOutput = 500;

/** What is known of the copies, in `backups/copies.json`. */
interface Copies {
  /** Names of backups that were copied, or are older than the first that was. */
  copied: string[];
  /** When the last one was, ms; null: none yet. */
  at: number | null;
  /** When the first of the failures in a row was, ms. */
  failingSince: number | null;
}

type End =
  | { kind: "done" }
  /** The server is about to end. */
  | { kind: "stopped" }
  | { kind: "failed"; why: string; output: string };

/**
 * Runs BACKUP_COPY for each backup that was not copied yet, one after the other. Never throws for what the command does:
 * its end is logged, and once it has failed for a day the operator is told.
 */
export async function copyBackups(app: App): Promise<void> {
  const { dataDir, postgres, backupCopy } = app.config;
  if (backupCopy === null || postgres !== null || !app.node.mayClaim()) return;
  const all = listBackups(dataDir);
  const known = readCopies(dataDir);
  const first = known ?? { copied: all.slice(0, -1), at: null, failingSince: null };
  let copies: Copies = { ...first, copied: first.copied.filter((name) => all.includes(name)) };
  for (const name of all.filter((one) => !copies.copied.includes(one))) {
    const beganAt = app.clock.monotonic();
    const end = await runCopy(app, backupCopy, resolve(backupsOf(dataDir), name));
    const line = { backup: name, ms: Math.round(app.clock.monotonic() - beganAt) };
    if (end.kind === "stopped") return;
    if (end.kind === "failed") {
      app.log.error({ ...line, why: end.why, output: end.output }, "a backup could not be copied elsewhere");
      return noteFailure(app, copies);
    }
    copies = { copied: [...copies.copied, name], at: app.clock.now(), failingSince: null };
    writeCopies(dataDir, copies);
    app.log.info(line, "copied a backup elsewhere");
  }
}

async function noteFailure(app: App, copies: Copies): Promise<void> {
  const now = app.clock.now();
  const failingSince = copies.failingSince ?? now;
  writeCopies(app.config.dataDir, { ...copies, failingSince });
  if (now - failingSince >= toldAfter) await recordLasting(app, { type: "backup.copy_failed" });
}

/** When a backup was last copied elsewhere, ms; null: never, or BACKUP_COPY is not set. */
export function findLastCopyAt({ dataDir, backupCopy }: Pick<App["config"], "dataDir" | "backupCopy">): number | null {
  return backupCopy === null ? null : (readCopies(dataDir)?.at ?? null);
}

/** What the doctor says of backups. */
export const readBackups = (config: Kept): Backups => ({
  lastBackupAt: findLastBackupAt(config),
  lastCopyAt: findLastCopyAt(config),
  isCopied: config.backupCopy !== null,
  isElsewhere: config.postgres !== null,
});

type Kept = Pick<App["config"], "dataDir" | "postgres" | "backupCopy">;

/** The oldest first. */
function listBackups(dataDir: string): string[] {
  const folder = backupsOf(dataDir);
  if (!existsSync(folder)) return [];
  const finishedAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const found = readdirSync(folder).filter(isBackup);
  return found
    .map((name) => ({ name, at: finishedAt(name) }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

const copiesOf = (dataDir: string): string => join(backupsOf(dataDir), "copies.json");

/** Null where nothing was ever copied, or what is there can't be read: then the newest is copied once more. */
function readCopies(dataDir: string): Copies | null {
  try {
    return JSON.parse(readFileSync(copiesOf(dataDir), "utf8")) as Copies;
  } catch {
    return null;
  }
}

function writeCopies(dataDir: string, copies: Copies): void {
  const draft = `${copiesOf(dataDir)}.part`;
  writeFileSync(draft, `${JSON.stringify(copies)}\n`, { mode: 0o600 });
  renameSync(draft, copiesOf(dataDir));
}

/**
 * By `sh`, with the file as "$1"; a command that names no "$1" has it as its last argument. The path is never read as
 * words of the shell. In a group of its own, so that what it starts ends with it.
 */
async function runCopy(
  { clock, work }: App,
  { command, env }: NonNullable<App["config"]["backupCopy"]>,
  file: string,
): Promise<End> {
  if (work.shutdownSignal.aborted) return { kind: "stopped" };
  const script = /\$\{?1\b/.test(command) ? command : `${command} "$1"`;
  const child = spawn("sh", ["-c", script, "linnet", file], {
    env: env as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (output = (output + piece).slice(-maxOutput)));
  let isLate = false;
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  const end = () => {
    kill("SIGTERM");
    const timer = setTimeout(() => kill("SIGKILL"), seconds(2));
    child.once("exit", () => clearTimeout(timer));
  };
  const cancel = clock.after(copyLasts, () => {
    isLate = true;
    end();
  });
  work.shutdownSignal.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<End>((resolve) => {
      const failed = (why: string): End => ({ kind: "failed", why, output: output.trim() });
      child.once("error", (error) => resolve(failed(error.message)));
      // "exit" and not "close": what it has left in the background may hold its streams for ever.
      child.once("exit", (code, signal) =>
        setImmediate(() => {
          if (work.shutdownSignal.aborted) resolve({ kind: "stopped" });
          else if (isLate) resolve(failed(`it took more than ${copyLasts / minutes(1)} minutes`));
          else
            resolve(code === 0 ? { kind: "done" } : failed(code === null ? `signal ${signal}` : `exit code ${code}`));
        }),
      );
    });
  } finally {
    cancel();
    work.shutdownSignal.removeEventListener("abort", end);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}
