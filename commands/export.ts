// npm run export -- EMAIL FILE: a person's data as JSON, or their tweets for a spreadsheet: a name that ends in .csv, or --csv.
// FILE may be - for standard output.
import { writeFileSync } from "node:fs";
import { exportData } from "~/features/data-export/data-export.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { runCommand, sayAside, Usage, withApp } from "~jobs/command.server";
import { requirePlace, stream } from "~jobs/streams.server";

await runCommand(async (words) => {
  const [email, file, ...more] = words.filter((word) => word !== "--csv");
  if (!email || !file || more.length > 0)
    throw new Usage("Say whose and where to: npm run export -- EMAIL FILE.json|FILE.csv");
  if (file !== stream) requirePlace(file);
  const isCsv = words.includes("--csv") || /\.csv$/i.test(file);
  await withApp(async (app) => {
    const { id } = await getUserByEmail(app, email);
    const { text } = await exportData(app, id, isCsv ? "csv" : "json", "operator");
    if (file === stream) process.stdout.write(text);
    else writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  });
  if (file !== stream) sayAside(false)(`The data of ${email} is in ${file}.`);
});
