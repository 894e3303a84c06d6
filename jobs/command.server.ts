// Gives terminal commands an App that sends nothing.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { App } from "~/app.server";
import { systemClock } from "~/ground/time/clock.server";
import { ConfigError, dataDirOf, isDatabaseInDataDir, openDataDir, readConfig } from "~/ground/config.server";
import { databaseOf } from "~/features/backups/backups.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog } from "~/ground/telemetry/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseIdentity } from "~/ports/identity/index.server";
import { chooseMail } from "~/ports/mail/index.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { idleNode } from "~db/node.server";
import { createWork } from "~/ground/work.server";
import { openStorage } from "./storage.server";

export { runCommand, say, sayAside, Usage } from "./terminal.server";

/** In the wrong folder, a command would create a database that no server uses. */
function requireDatabase(): void {
  const dataDir = dataDirOf();
  if (!isDatabaseInDataDir() || existsSync(databaseOf(dataDir))) return;
  throw new ConfigError([
    `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the server's folder, preferably in .env. A new server creates its database on first start.`,
  ]);
}

export function nameDatabase({ dataDir, postgres }: Pick<App["config"], "dataDir" | "postgres">): string {
  if (postgres === null) return resolve(databaseOf(dataDir));
  const { host, pathname } = new URL(postgres.url);
  return `${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

export async function withApp<T>(work: (app: App) => Promise<T>): Promise<T> {
  requireDatabase();
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
      mail: chooseMail(config),
      identity: chooseIdentity(config),
      ai: chooseWriter(ground),
      wake: () => {},
    });
  } finally {
    await db.destroy();
  }
}
