// Runs `npm run restored -- WHEN`: marks a restored Postgres, before any node starts.
import { restoredWords } from "~/features/backups/backups.server";
import { systemClock } from "~/ground/time/clock.server";
import { readConfig } from "~/ground/config.server";
import { markRestored } from "~/features/backups/restored.server";
import { runCommand, say, Usage, withApp } from "~jobs/command.server";

const usage = "Usage: npm run restored -- WHEN (the time of the backup in UTC, such as 2026-11-23T03:00Z, or unknown)";

function readWhen(word: string | undefined): number | null {
  if (word === "unknown") return null;
  const at = word !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(word) ? Date.parse(word) : NaN;
  if (!(at <= systemClock.now())) throw new Usage(usage);
  return at;
}

await runCommand(async ([word, ...more]) => {
  if (readConfig().postgres === null)
    throw new Usage(
      "This command is for Postgres, and DATABASE_URL isn't set. For a SQLite backup: npm run restore -- FILE",
    );
  if (more.length > 0) throw new Usage(usage);
  const takenAt = readWhen(word);
  const marked = await withApp((app) => markRestored(app, takenAt));
  say(restoredWords(marked));
  say("API keys are paused until their users re-enable them, and webhooks until they are enabled, in Settings.");
  say("Start the nodes.");
});
