// What every command of the terminal shares: its configuration, an App that sends nothing, and its last words.
import type { App } from "~/app.server";
import { systemClock } from "~/ground/time/clock.server";
import { ConfigError, openDataDir, readConfig } from "~/ground/config.server";
import { isAppError } from "~/ground/errors";
import { weigh } from "~/features/tweets/text.server";
import { createLog } from "~/ground/telemetry/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { idleNode } from "~db/node.server";
import { createWork } from "~/ground/work.server";
import { BackupError } from "~db/sqlite/backup.server";
import { storageFault } from "~db/database.server";
import { NewerSchema } from "~db/migrate.server";
import { MoveError } from "~db/move/faults.server";
import { openStorage } from "./storage.server";

/** How a command is called, where it was called otherwise. */
export class Usage extends Error {
  override readonly name = "Usage";
}

/** Runs a command: what it throws that a person can mend is told in its own words, without a stack; exit code 1. */
export async function runCommand(work: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    const message = isExpected(error) ? error.message : storageFault(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

const isExpected = (error: unknown): error is Error =>
  [Usage, BackupError, ConfigError, MoveError, NewerSchema].some((kind) => error instanceof kind) || isAppError(error);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs `work` with an App beside a server that may be running: it holds no lock, so it publishes nothing. */
export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  const config = readConfig();
  openDataDir(config);
  const log = createLog({ logLevel: "silent" });
  const { db } = await openStorage(config, systemClock);
  try {
    const ground = { config, db, clock: systemClock, log, random: Math.random };
    return await work({
      ...ground,
      work: createWork(),
      node: idleNode,
      network: chooseNetwork({ ...ground, weigh }),
      ai: chooseWriter(ground),
      wake: () => {},
    });
  } finally {
    await db.destroy();
  }
}
