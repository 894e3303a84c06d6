// Checks readiness: Linnet can write and a process publishes.
import { randomUUID } from "node:crypto";
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "~/app.server";
import { release } from "~/ground/release.server";
import { wasForwarded } from "~/ground/telemetry/forwarded";
import { isRefusingMajority } from "~/ground/telemetry/refused";
import { seconds } from "~/ground/time/duration";
import { findLastBackupAt, freeDisk } from "~/features/backups/backups.server";
import { proxyWords } from "~/features/doctor/surroundings";
import { isOperator } from "~/features/people/people.server";
import { findSignedIn } from "~/http/session/session.server";
import { isAnswering } from "~db/database.server";
import { refusal } from "./metrics.server";

interface Readiness {
  writable: boolean;
  publishing: boolean;
}

const checksEvery = seconds(2);
const checks = new WeakMap<App, { at: number; found: Promise<Readiness> }>();

export function readReadiness(app: App): Promise<Readiness> {
  const at = app.clock.monotonic();
  const last = checks.get(app);
  if (last && at - last.at < checksEvery) return last.found;
  const found = checkReadiness(app);
  checks.set(app, { at, found });
  return found;
}

async function checkReadiness(app: App): Promise<Readiness> {
  const { config, node, db } = app;
  const answers = await isAnswering(db);
  const writable =
    answers && (config.postgres === null ? await isWritable(config.dataDir) : node.obstacle() !== "broken");
  return { writable, publishing: answers && isLoopAlive(app) && (await node.hasPublisher().catch(() => false)) };
}

export function isLoopAlive({ work, clock }: Pick<App, "work" | "clock">): boolean {
  const tickedAt = work.lastTickAt();
  return tickedAt !== null && clock.monotonic() - tickedAt < seconds(30);
}

async function isWritable(dataDir: string): Promise<boolean> {
  const file = join(dataDir, `.ready-${randomUUID()}`);
  try {
    await writeFile(file, "x".repeat(8_192), { flush: true });
    return true;
  } catch {
    return false;
  } finally {
    await unlink(file).catch(() => undefined);
  }
}

export async function isKeeper(app: App, request: Request): Promise<boolean> {
  if (refusal(app, request) === null) return true;
  return isOperatorsBrowser(app, request);
}

export async function isOperatorsBrowser(app: App, request: Request): Promise<boolean> {
  const signedIn = await findSignedIn(app, request).catch(() => null);
  return signedIn !== null && (await isOperator(app, signedIn.user.id).catch(() => false));
}

export function readDetails(app: App, { writable, publishing }: Readiness): object {
  const lastBackupAt = findLastBackupAt(app.config);
  const hasOwnDisk = app.config.postgres === null;
  const age = lastBackupAt === null ? null : Math.round((app.clock.now() - lastBackupAt) / 1000);
  return {
    writable,
    publishing,
    publisher: app.node.mayClaim(),
    refusing_majority: isRefusingMajority(app.clock),
    proxy_unnamed: proxyWords(app.config, wasForwarded()).state === "check",
    ...(hasOwnDisk ? { last_backup_seconds_ago: age, disk_free_bytes: freeDisk(app.config) } : {}),
    ...release,
  };
}
