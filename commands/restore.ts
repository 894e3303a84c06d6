// Runs `npm run restore -- FILE`: replaces the database with a backup file or standard input.
import { systemClock } from "~/ground/time/clock.server";
import { openDataDir, readConfig } from "~/ground/config.server";
import { countSealed } from "~/features/accounts/accounts.server";
import { missingPictures, requireOwnBackups } from "~/features/backups/backups.server";
import { restore } from "~/features/backups/restore.server";
import { runCommand, say, Usage, withApp } from "~jobs/command.server";
import { receiveFile, stream } from "~jobs/streams.server";
import { requireNotMoved } from "~db/move/moved.server";

await runCommand(async ([file, ...more]) => {
  const config = readConfig();
  requireOwnBackups(config);
  if (!file || more.length > 0) throw new Usage("Say which: npm run restore -- FILE");
  openDataDir(config);
  requireNotMoved(config.dataDir);
  const { takenAt, tweets, markedUnknown, replaced, pictures } = await (file === stream
    ? receiveFile(config.dataDir, (received) => restore({ config, clock: systemClock }, received))
    : restore({ config, clock: systemClock }, file));
  const when = takenAt === null ? "a database without a manifest" : `the backup of ${new Date(takenAt).toISOString()}`;
  say(`Restored ${when}: ${tweets} tweets.`);
  if (markedUnknown > 0)
    say(
      `${markedUnknown} on the timeline may be out since: after the start the accounts' posts are read before any is sent.`,
    );
  if (pictures.copied > 0)
    say(pictures.copied === 1 ? "1 picture was brought back." : `${pictures.copied} pictures were brought back.`);
  if (pictures.lacking > 0)
    say(
      `${missingPictures(pictures.lacking)}, here and in the backup. A tweet with one is not posted until it is added again.`,
    );
  if (replaced !== null) say(`The database that was there is kept: ${replaced}`);
  const { shut } = await withApp(countSealed);
  if (shut > 0)
    say(
      `${shut} accounts are sealed with a key that isn't here: put back secrets.json or ENCRYPTION_KEY, or connect them again.`,
    );
  say("Keys of programs wait until their people keep them, and webhooks until they are enabled, in Settings.");
  say("Everybody signs in anew. Start the server: npm start");
});
