// Copies finished backups elsewhere with the operator's command, and retries every hour.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { App } from "~/app.server";
import type { Backups } from "~/features/doctor/backups";
import { recordLasting } from "~/features/events/events.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { backupsOf, findLastBackupAt } from "./backups.server";
import { isBackup } from "./retention";

/** Less than the hour between tries. */
const copyLasts = minutes(50);
const toldAfter = days(1);
const maxOutput = 500;

/** Stored in `backups/copies.json`. */
interface Copies {
  /** Names of backups that were copied, or are older than the first copied one. */
  copied: string[];
  /** Time of the last copy, ms; null if none. */
  at: number | null;
  failingSince: number | null;
}

type End = { kind: "done" } | { kind: "stopped" } | { kind: "failed"; why: string; output: string };

/** Runs BACKUP_COPY for each new backup. Logs failures, and alerts the operator once it has failed for a day. */
export async function copyBackups(app: App): Promise<void> {
  const { dataDir, postgres, backupCopy } = app.config;
  if (backupCopy === null || postgres !== null || !app.node.mayClaim()) return;
  const all = listBackups(dataDir);
  const known = readCopies(dataDir);
  const first = known ?? { copied: all.slice(0, -1), at: null, failingSince: null };
  let copies: Copies = { ...first, copied: first.copied.filter((name) => all.includes(name)) };
  for (const name of all.filter((backup) => !copies.copied.includes(backup))) {
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

export function findLastCopyAt({ dataDir, backupCopy }: Pick<App["config"], "dataDir" | "backupCopy">): number | null {
  return backupCopy === null ? null : (readCopies(dataDir)?.at ?? null);
}

export const readBackups = (config: Kept): Backups => ({
  lastBackupAt: findLastBackupAt(config),
  lastCopyAt: findLastCopyAt(config),
  isCopied: config.backupCopy !== null,
  isElsewhere: config.postgres !== null,
});

type Kept = Pick<App["config"], "dataDir" | "postgres" | "backupCopy">;

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

/** Null if missing or unreadable; then the newest backup is copied again. */
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

/** The path is passed as "$1", which the shell never parses. Its own process group lets children end with it. */
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
      // Already ended.
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
      const failed = (reason: string): End => ({ kind: "failed", why: reason, output: output.trim() });
      child.once("error", (error) => resolve(failed(error.message)));
      // Not "close": background children may hold the streams open forever.
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
