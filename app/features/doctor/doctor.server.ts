// Checks services, settings, disk and job loop, and suggests a fix for each problem.
import { randomUUID } from "node:crypto";
import { statfs, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "~/app.server";
import { callbackUrlOf, countSealed, listAccessLevels } from "~/features/accounts/accounts.server";
import { findTrouble } from "~/features/events/events.server";
import { lastRetirement } from "~/features/generation/generation.server";
import { listOpen } from "~/ground/secrets/private-files.server";
import { guessableOf } from "~/ground/secrets/secrets.server";
import { wasForwarded } from "~/ground/telemetry/forwarded";
import { countUndecryptableFactors } from "~/features/second-factor/second-factor.server";
import { checkModel, checkWriter } from "~/ports/ai/index.server";
import { checkMail } from "~/ports/mail/index.server";
import { checkNetwork } from "~/ports/network/index.server";
import {
  backupWords,
  clockWords,
  diskWords,
  factorsWords,
  type Finding,
  finding,
  keysWords,
  type Loop,
  loopWords,
} from "./finding";
import { type Backups, backupsWords } from "./backups";
import { aboutMail } from "./mail";
import { aboutModel } from "./model";
import { aboutOperator } from "./operator";
import { aboutPictures } from "./pictures";
import { aboutPrices } from "./prices";
import { filesWords, misspeltWords, proxyWords, secretWords } from "./surroundings";
import { nodesWords } from "./nodes";
import { aboutGemini, aboutX } from "./services";

export interface Patient extends Pick<App, "db" | "clock" | "config" | "log" | "network"> {
  node: Pick<App["node"], "list" | "wakesAtOnce">;
}

export function ownLoop(app: App): Loop {
  const tickedAt = app.work.lastTickAt();
  const silentMs = tickedAt === null ? null : app.clock.monotonic() - tickedAt;
  return { silentMs, obstacle: app.node.obstacle() };
}

/** Runs all checks at no cost. Null `backups` skips that check. Never throws for what it finds. */
export async function examine(app: Patient, loop: Loop, backups: Backups | null = null): Promise<Finding[]> {
  const { config, clock } = app;
  const callbackUrl = callbackUrlOf(config);
  const began = clock.now();
  const [x, gemini, compatible, mail] = await Promise.all([
    timed(app, checkNetwork(app, callbackUrl)),
    timed(app, checkWriter(config, clock)),
    checkModel(config, clock),
    checkMail(config),
  ]);
  const model = config.gemini?.model ?? "";
  const toldAt = await lastRetirement(app, model);
  const levels = [x.seen?.accessLevel ?? null, ...(await listAccessLevels(app))];
  const services = [
    ...aboutX(
      x.seen,
      callbackUrl,
      levels.filter((level) => level !== null),
    ),
    ...(gemini.seen === null && compatible !== null
      ? []
      : aboutGemini(gemini.seen && { ...gemini.seen, model, toldAt }, began)),
    ...aboutModel(compatible),
  ];
  return [
    ...(config.misspelt.length === 0 ? [] : [finding("settings", "Settings", misspeltWords(config.misspelt))]),
    ...services,
    ...aboutPrices({ isFree: config.x === null, now: clock.now() }),
    aboutMail(mail),
    aboutOperator(config.alertUrl, await findTrouble(app.db, "operator")),
    finding("keys", "Stored authorizations", keysWords(await countSealed(app), config.keysGiven)),
    ...(await aboutFactors(app)),
    ...guessableOf(config).map((name) => finding(`secrets-${name}`, name, secretWords(name))),
    finding("clock", "Clock", clockWords(x.skewMs ?? gemini.skewMs)),
    finding("disk", "Disk", diskWords(config.dataDir, await tryDisk(config.dataDir))),
    finding("files", "Files", filesWords(config.dataDir, listOpen(config.dataDir))),
    aboutPictures(config.images),
    finding("proxy", "Proxy", proxyWords(config, wasForwarded())),
    finding("loop", "Job loop", loopWords(loop)),
    ...(await aboutNodes(app)),
    ...aboutBackups(app, backups, began),
  ];
}

function aboutBackups({ config }: Patient, backups: Backups | null, now: number): Finding[] {
  if (config.postgres !== null) return [finding("backups", "Backups", backupWords)];
  return backups === null ? [] : [finding("backups", "Backups", backupsWords(backups, now))];
}

async function aboutFactors(app: Patient): Promise<Finding[]> {
  const undecryptable = await countUndecryptableFactors(app);
  return undecryptable === 0 ? [] : [finding("second-steps", "Two-factor authentication", factorsWords(undecryptable))];
}

async function aboutNodes({ node }: Patient): Promise<Finding[]> {
  const nodes = await node.list();
  return nodes.length === 0 ? [] : [finding("nodes", "Nodes", nodesWords(nodes, await node.wakesAtOnce()))];
}

/** Estimates our clock's lead over the service's. Servers report whole seconds, so it adds half a second. */
async function timed<T extends { serverTime: number | null }>(
  { clock }: Patient,
  request: Promise<T | null>,
): Promise<{ seen: T | null; skewMs: number | null }> {
  const began = clock.now();
  const seen = await request;
  const serverTime = seen?.serverTime ?? null;
  const middle = (began + clock.now()) / 2;
  return { seen, skewMs: serverTime === null ? null : middle - (serverTime + 500) };
}

async function tryDisk(dataDir: string): Promise<{ freeBytes: number } | { fault: string }> {
  const probe = join(dataDir, `.doctor-${randomUUID()}`);
  try {
    await writeFile(probe, "written by the doctor, and taken away again");
    await unlink(probe);
    const { bavail, bsize } = await statfs(dataDir);
    return { freeBytes: bavail * bsize };
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
