// Runs `npm run backup -- FILE`: writes everything except keys to one file, or to standard output.
import { existsSync } from "node:fs";
import { systemClock } from "~/ground/time/clock.server";
import { readConfig } from "~/ground/config.server";
import { databaseOf, missingPictures, requireOwnBackups } from "~/features/backups/backups.server";
import { runCommand, sayAside, Usage } from "~jobs/command.server";
import { requirePlace, sendFile, stream } from "~jobs/streams.server";
import { requireNotMoved } from "~db/move/moved.server";
import { backUp } from "~db/sqlite/backup.server";
import { mediaBeside } from "~db/sqlite/media-backup.server";

await runCommand(async ([file, ...more]) => {
  const config = readConfig();
  requireOwnBackups(config);
  if (!file || more.length > 0) throw new Usage("Usage: npm run backup -- FILE");
  const { dataDir } = config;
  requireNotMoved(dataDir);
  const isStream = file === stream;
  const toFile = (to: string) => backUp(databaseOf(dataDir), to, systemClock.now(), { isStream });
  if (!isStream) requirePlace(file);
  const { rows, pictures } = await (isStream ? sendFile(dataDir, toFile) : toFile(file));
  const to = isStream ? "standard output" : file;
  const say = sayAside(isStream);
  say(`Backed up ${rows["tweets"]} tweets from ${rows["users"]} users to ${to}. The copy was verified.`);
  if (existsSync(mediaBeside(file))) say(`Its images are in ${mediaBeside(file)}. Keep both together.`);
  if (pictures.missing > 0) say(`${missingPictures(pictures.missing)} on this server, so not in the backup.`);
  say("Encryption keys are not included. Also back up secrets.json (or ENCRYPTION_KEY), and store it separately.");
});
