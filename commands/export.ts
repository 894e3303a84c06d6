// npm run export -- EMAIL FILE: a person's data as JSON, or with a name that ends in .csv their tweets for a spreadsheet.
import { existsSync, writeFileSync } from "node:fs";
import { exportData } from "~/features/data-export/data-export.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { runCommand, say, Usage, withApp } from "~jobs/command.server";

await runCommand(async ([email, file, ...more]) => {
  if (!email || !file || more.length > 0)
    throw new Usage("Say whose and where to: npm run export -- EMAIL FILE.json|FILE.csv");
  if (existsSync(file)) throw new Usage(`${file} is there already: choose another name`);
  await withApp(async (app) => {
    const { id } = await getUserByEmail(app, email);
    const { text } = await exportData(app, id, /\.csv$/i.test(file) ? "csv" : "json");
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  });
  say(`The data of ${email} is in ${file}.`);
});
