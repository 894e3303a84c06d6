// Simulated power loss: what was written since the last fsync is taken back from the database's files.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "./random";

const files = ["linnet.db", "linnet.db-wal"];
const source = join(import.meta.dirname, "powerloss.c");

/** Compiles the library into `folder`; answers why that can't be done where it can't. */
export function compilePowerLoss(folder: string): { library: string } | { missing: string } {
  if (process.platform !== "linux")
    return { missing: `power loss is simulated on Linux only, this is ${process.platform}` };
  const library = join(folder, "powerloss.so");
  try {
    execFileSync("cc", ["-shared", "-fPIC", "-pthread", "-O2", "-Wall", "-o", library, source], { stdio: "pipe" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { missing: "power loss needs a C compiler (cc)" };
    throw error;
  }
  return { library };
}

export interface Disk {
  /** For the environment of the app's process. */
  env: Record<string, string>;
  /** Before a start: what the files hold now is what the disk holds. */
  settle(): void;
  /** After a kill: the files are as the disk had them. */
  cutPower(): void;
}

/**
 * `strict` gives every file its last synced state. Otherwise now and then one of the two keeps what was written
 * since: a disk may have taken the one and not the other.
 */
export function disk(ask: { library: string; dataDir: string; random: Random; strict: boolean }): Disk {
  const { library, dataDir, random, strict } = ask;
  const aside = `${dataDir}.disk`;
  return {
    env: { LD_PRELOAD: library, POWERLOSS_FROM: dataDir, POWERLOSS_TO: aside },
    settle() {
      rmSync(aside, { recursive: true, force: true });
      mkdirSync(aside, { recursive: true });
      for (const name of files)
        if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(aside, name));
    },
    cutPower() {
      const lucky = !strict && random.chance(0.25) ? random.pick(files) : null;
      for (const name of files.filter((one) => one !== lucky)) {
        rmSync(join(dataDir, name), { force: true });
        if (existsSync(join(aside, name))) copyFileSync(join(aside, name), join(dataDir, name));
      }
      // The index of the log lives in memory and is made anew from the log.
      rmSync(join(dataDir, "linnet.db-shm"), { force: true });
    },
  };
}
