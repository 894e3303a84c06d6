// App: everything a feature may need, handed in as its first argument.
import type { Clock } from "~/ground/time/clock.server";
import type { Config } from "~/ground/config.server";
import type { Log } from "~/ground/telemetry/log.server";
import type { Writer } from "./ports/ai/port";
import type { IdentityProvider } from "./ports/identity/port";
import type { Mail } from "./ports/mail/port";
import type { Network } from "./ports/network/port";
import type { Node } from "~db/node.server";
import type { Work } from "~/ground/work.server";
import type { Db } from "~db/database.server";

export interface App {
  db: Db;
  clock: Clock;
  ai: Writer;
  network: Network;
  /** Null where no mail is set up: then what needs it is not offered. */
  mail: Mail | null;
  /** Null where people sign in by password alone. */
  identity: IdentityProvider | null;
  log: Log;
  config: Config;
  work: Work;
  node: Node;
  /** A number in [0, 1); handed in, so that simulations repeat by seed. */
  random(): number;
  /** Stirs the job loop: something may be due now. */
  wake(): void;
}

// remix-serve imports the build anew at each change in dev, so the one App of the process hangs on globalThis.
const place = globalThis as typeof globalThis & { __linnetApp?: App };

/** The process's App. Handlers call this once, at their top, and pass it on. */
export function getApp(): App {
  if (!place.__linnetApp) throw new Error("The app has not been started");
  return place.__linnetApp;
}

export function setApp(app: App | undefined): void {
  place.__linnetApp = app;
}
