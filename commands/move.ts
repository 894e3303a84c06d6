// Runs `npm run move -- postgres://…`: moves all data from SQLite to an empty Postgres.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "~/ground/time/clock.server";
import { openDataDir, readConfig } from "~/ground/config.server";
import { backUpBefore, databaseOf } from "~/features/backups/backups.server";
import { runCommand, say, Usage } from "~jobs/terminal.server";
import { moveToPostgres } from "~db/move/move.server";

const usage = `Say where to, in DATABASE_URL or as npm run move -- postgres://USER:PASSWORD@HOST:5432/DATABASE
Postgres takes no NUL character in a text: with --without-nul behind it those are left out.`;

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
  if (moved === null) say("Everything was moved by the last call already; its end was interrupted.");
  else {
    const rows = Object.values(moved).reduce((sum, count) => sum + count, 0);
    say(`Moved ${rows} rows of ${Object.keys(moved).length} tables. Each was read back from Postgres and compared.`);
  }
  const secrets = join(dataDir, "secrets.json");
  const from = existsSync(secrets) ? ` (what was not given so far is in ${secrets})` : "";
  say(`Start every node with DATABASE_URL and with the SESSION_SECRET and ENCRYPTION_KEY of this server${from}.`);
  say(`The SQLite database stays as it is in ${dataDir}, and Linnet does not start from it any more.`);
});
