// Reads and writes command files, where "-" is standard input or output.
import { randomUUID } from "node:crypto";
import { accessSync, constants, createReadStream, createWriteStream, existsSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { Usage } from "./terminal.server";

export const stream = "-";

export function requirePlace(file: string): void {
  const path = resolve(file);
  if (existsSync(path)) throw new Usage(`${path} already exists. Choose another name`);
  try {
    accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw new Usage(`${path} can't be written (${reasonOf(error)}). Choose another path, or - for standard output`);
  }
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);

export async function sendFile<T>(folder: string, make: (file: string) => Promise<T>): Promise<T> {
  return withFile(folder, async (file) => {
    const made = await make(file);
    await pipeline(createReadStream(file), process.stdout, { end: false });
    return made;
  });
}

export async function receiveFile<T>(folder: string, use: (file: string) => Promise<T>): Promise<T> {
  return withFile(folder, async (file) => {
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    return use(file);
  });
}

async function withFile<T>(folder: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, `.stream-${randomUUID()}`);
  try {
    return await work(file);
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(file + end, { force: true });
  }
}
