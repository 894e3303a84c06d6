// Defines App: everything a feature needs, passed as its first argument.
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
  /** Null if mail isn't configured. */
  mail: Mail | null;
  /** Null if people sign in with a password only. */
  identity: IdentityProvider | null;
  log: Log;
  config: Config;
  work: Work;
  node: Node;
  /** Returns a number in [0, 1). Injected so simulations can use a seed. */
  random(): number;
  wake(): void;
}

// remix-serve reloads the build on each change in dev, so the App is stored on globalThis.
const place = globalThis as typeof globalThis & { __linnetApp?: App };

/** Returns the process's App. Handlers call this once at the top and pass it on. */
export function getApp(): App {
  if (!place.__linnetApp) throw new Error("The app has not been started");
  return place.__linnetApp;
}

export function setApp(app: App | undefined): void {
  place.__linnetApp = app;
}
