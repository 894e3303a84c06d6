// Runs `npm run restore -- FILE`: replaces the database with a backup file or standard input.
import { systemClock } from "~/ground/time/clock.server";
import { openDataDir, readConfig } from "~/ground/config.server";
import { countSealed } from "~/features/accounts/accounts.server";
import { missingPictures, requireOwnBackups, restoredWords } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { runCommand, say, Usage, withApp } from "~jobs/command.server";
import { receiveFile, stream } from "~jobs/streams.server";
import { requireNotMoved } from "~db/move/moved.server";

await runCommand(async ([file, ...more]) => {
  const config = readConfig();
  requireOwnBackups(config);
  if (!file || more.length > 0) throw new Usage("Usage: npm run restore -- FILE");
  openDataDir(config);
  requireNotMoved(config.dataDir);
  const { takenAt, tweets, markedUnknown, replaced, pictures } = await (file === stream
    ? receiveFile(config.dataDir, (received) => restore({ config, clock: systemClock }, received))
    : restore({ config, clock: systemClock }, file));
  const when = takenAt === null ? "a database without a manifest" : `the backup of ${new Date(takenAt).toISOString()}`;
  say(`Restored ${when}: ${tweets} tweets.`);
  if (markedUnknown > 0) say(restoredWords(markedUnknown));
  if (pictures.copied > 0) say(pictures.copied === 1 ? "Restored 1 image." : `Restored ${pictures.copied} images.`);
  if (pictures.missing > 0)
    say(
      `${missingPictures(pictures.missing)}, here and in the backup. A tweet with a missing image is not posted until you add it again.`,
    );
  if (replaced !== null) say(`The replaced database is kept: ${replaced}`);
  const { undecryptable } = await withApp(countSealed);
  if (undecryptable > 0)
    say(
      `Can't decrypt the tokens of ${undecryptable} ${undecryptable === 1 ? "account" : "accounts"}: the key isn't on this server. Restore secrets.json or ENCRYPTION_KEY, or reconnect the accounts.`,
    );
  say("API keys are paused until their users re-enable them, and webhooks until they are enabled, in Settings.");
  say("Everyone has to sign in again. Start the server: npm start");
});
