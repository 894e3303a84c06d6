// What commands of the terminal share that need an App: one that sends nothing.
import type { App } from "~/app.server";
import { systemClock } from "~/ground/time/clock.server";
import { openDataDir, readConfig } from "~/ground/config.server";
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
      mail: chooseMail(config),
      identity: chooseIdentity(config),
      ai: chooseWriter(ground),
      wake: () => {},
    });
  } finally {
    await db.destroy();
  }
}
