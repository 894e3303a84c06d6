// npm run backup -- FILE: one file with everything but the keys, also while the server runs.
import { systemClock } from "~/ground/time/clock.server";
import { readConfig } from "~/ground/config.server";
import { databaseOf, requireOwnBackups } from "~/features/backups/backups.server";
import { runCommand, say, Usage } from "~jobs/command.server";
import { requireNotMoved } from "~db/move/moved.server";
import { backUp } from "~db/sqlite/backup.server";

await runCommand(async ([file, ...more]) => {
  const config = readConfig();
  requireOwnBackups(config);
  if (!file || more.length > 0) throw new Usage("Say where to: npm run backup -- FILE");
  const { dataDir } = config;
  requireNotMoved(dataDir);
  const { rows } = await backUp(databaseOf(dataDir), file, systemClock.now());
  say(`Backed up ${rows["tweets"]} tweets of ${rows["users"]} people to ${file}; the copy was checked.`);
  say("It holds no keys: keep secrets.json of DATA_DIR (or ENCRYPTION_KEY) too, in another place.");
});
