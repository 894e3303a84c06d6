// Drains 20,000 due tweets through the real publisher on the sandbox network, and prints how many it sends a second.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "~/app.server";
import { systemClock } from "~/clock.server";
import { readConfig } from "~/config.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog } from "~/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { createWork } from "~/work.server";
import { openDb } from "~db/client.server";
import { migrate } from "~db/migrate.server";
import { seed } from "./seed";

const tweets = Number(process.argv[2] ?? 20_000);
const folder = mkdtempSync(join(tmpdir(), "linnet-drain-"));
const config = readConfig({
  DATA_DIR: folder,
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
  QUIET_HOURS: "none",
  DAILY_POST_LIMIT: "0",
  DAILY_SPEND_LIMIT: "0",
  LOG_LEVEL: "warn",
});
const { db } = openDb(join(folder, "linnet.db"));
await migrate(db);
const clock = systemClock;
const log = createLog(config);
const random = Math.random;
const app: App = {
  db,
  clock,
  config,
  log,
  random,
  work: createWork(true),
  network: chooseNetwork({ config, db, clock, log, weigh }),
  ai: chooseWriter({ config, clock, log, random }),
  wake: () => {},
};
await seed(app, { tweets, perAccount: 100 });
const started = performance.now();
let sent = 0;
for (;;) {
  const { begun, settled } = await publishDue(app);
  await settled;
  sent += begun;
  if (begun === 0) break;
}
const seconds = (performance.now() - started) / 1000;
const { published } = await db
  .selectFrom("tweets")
  .select((tweet) => tweet.fn.countAll<number>().as("published"))
  .where("state", "=", "published")
  .executeTakeFirstOrThrow();
console.log(JSON.stringify({ sent, published, seconds, perSecond: Math.round(sent / seconds) }));
await db.destroy();
rmSync(folder, { recursive: true });
