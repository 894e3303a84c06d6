// Runs terminal commands and reports their errors, without loading the App.
import { ConfigError, dataDirOf } from "~/ground/config.server";
import { isAppError } from "~/ground/errors";
import { becomeOwnerOf } from "~/ground/secrets/private-files.server";
import { NewerSchema, OlderSchema } from "~db/migrate.server";
import { MoveError } from "~db/move/faults.server";
import { startFault } from "~db/start-faults.server";
import { BackupError } from "~db/sqlite/backup.server";

export class Usage extends Error {
  override readonly name = "Usage";
}

export async function runCommand(work: (args: string[]) => Promise<void>): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on("error", endQuietly);
  try {
    becomeOwnerOf(dataDirOf());
    await work(process.argv.slice(2));
  } catch (error) {
    if (isReaderGone(error)) return endQuietly(error);
    const message = isExpected(error) ? error.message : startFault(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}

/** The reader closed the pipe, as `head -1` does. Cleanup still runs. */
const isReaderGone = (error: unknown): error is Error => (error as NodeJS.ErrnoException).code === "EPIPE";

function endQuietly(error: unknown): void {
  if (!isReaderGone(error)) throw error;
  process.exitCode = 1;
}

const isExpected = (error: unknown): error is Error =>
  [Usage, BackupError, ConfigError, MoveError, NewerSchema, OlderSchema].some((kind) => error instanceof kind) ||
  isAppError(error);

export const sayAside =
  (isAside: boolean) =>
  (line: string): void =>
    void (isAside ? process.stderr : process.stdout).write(`${line}\n`);

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
