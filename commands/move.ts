// Runs `npm run move -- postgres://…`: moves all data from SQLite to an empty Postgres.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "~/ground/time/clock.server";
import { openDataDir, readConfig } from "~/ground/config.server";
import { backUpBefore, databaseOf } from "~/features/backups/backups.server";
import { runCommand, say, Usage } from "~jobs/terminal.server";
import { moveToPostgres } from "~db/move/move.server";

const usage = `Usage: npm run move -- postgres://USER:PASSWORD@HOST:5432/DATABASE (or set DATABASE_URL)
Postgres doesn't support NUL characters in text. Add --without-nul to remove them.`;

await runCommand(async (words) => {
  const [given, ...more] = words.filter((word) => word !== "--without-nul");
  const config = readConfig();
  // A URL in .env stays out of the process list.
  const url = given ?? config.postgres?.url;
  if (!url || more.length > 0 || url.startsWith("-")) throw new Usage(usage);
  const { dataDir } = config;
  openDataDir(config);
  const moved = await moveToPostgres({
    dataDir,
    file: databaseOf(dataDir),
    url,
    withoutNul: words.includes("--without-nul"),
    now: systemClock.now,
    before: async (step) => void (await backUpBefore(dataDir, step, systemClock.now())),
    onWritten: (table, rows) => say(`${String(rows).padStart(9)}  ${table}`),
  });
  if (moved === null) say("The last run already moved everything, but was interrupted at the end.");
  else {
    const rows = Object.values(moved).reduce((sum, count) => sum + count, 0);
    say(`Moved ${rows} rows from ${Object.keys(moved).length} tables. Each was read back from Postgres and compared.`);
  }
  const secrets = join(dataDir, "secrets.json");
  const from = existsSync(secrets) ? ` (any you didn't set are in ${secrets})` : "";
  say(`Start every node with DATABASE_URL and with the SESSION_SECRET and ENCRYPTION_KEY of this server${from}.`);
  say(`The SQLite database stays in ${dataDir}, but Linnet no longer starts from it.`);
});
