// npm run backup -- FILE: one file with everything but the keys, also while the server runs; - for standard output.
import { systemClock } from "~/ground/time/clock.server";
import { readConfig } from "~/ground/config.server";
import { databaseOf, requireOwnBackups } from "~/features/backups/backups.server";
import { runCommand, sayAside, Usage } from "~jobs/command.server";
import { requirePlace, sendFile, stream } from "~jobs/streams.server";
import { requireNotMoved } from "~db/move/moved.server";
import { backUp } from "~db/sqlite/backup.server";

await runCommand(async ([file, ...more]) => {
  const config = readConfig();
  requireOwnBackups(config);
  if (!file || more.length > 0) throw new Usage("Say where to: npm run backup -- FILE");
  const { dataDir } = config;
  requireNotMoved(dataDir);
  const toFile = (to: string) => backUp(databaseOf(dataDir), to, systemClock.now());
  if (file !== stream) requirePlace(file);
  const { rows } = await (file === stream ? sendFile(dataDir, toFile) : toFile(file));
  const to = file === stream ? "standard output" : file;
  const say = sayAside(file === stream);
  say(`Backed up ${rows["tweets"]} tweets of ${rows["users"]} people to ${to}; the copy was checked.`);
  say("It holds no keys: keep secrets.json of DATA_DIR (or ENCRYPTION_KEY) too, in another place.");
});
