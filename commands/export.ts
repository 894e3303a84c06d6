// Runs `npm run export -- EMAIL FILE`: writes a user's data as JSON with images, or tweets as CSV.
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { exportData } from "~/features/data-export/data-export.server";
import { writePictureFiles } from "~/features/data-export/picture-files.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { runCommand, sayAside, Usage, withApp } from "~jobs/command.server";
import { requirePlace, stream } from "~jobs/streams.server";

await runCommand(async (words) => {
  const [email, file, ...more] = words.filter((word) => word !== "--csv");
  if (!email || !file || more.length > 0) throw new Usage("Usage: npm run export -- EMAIL FILE.json|FILE.csv");
  const isCsv = words.includes("--csv") || /\.csv$/i.test(file);
  const folder = file === stream || isCsv ? null : `${file}.media`;
  for (const place of [file, folder]) if (place !== null && place !== stream) requirePlace(place);
  let pictures = 0;
  await withApp(async (app) => {
    const { id } = await getUserByEmail(app, email);
    const { pieces } = await exportData(app, id, isCsv ? "csv" : "json", "operator");
    const sink = file === stream ? process.stdout : createWriteStream(file, { mode: 0o600, flags: "wx" });
    await pipeline(pieces, sink, { end: file !== stream });
    if (folder !== null) pictures = await writePictureFiles(app, id, folder);
  });
  if (file === stream) return;
  const say = sayAside(false);
  say(`Exported the data of ${email} to ${file}.`);
  if (pictures > 0)
    say(
      `Saved ${pictures} ${pictures === 1 ? "image" : "images"} to ${folder}. Each file is named after the image's id.`,
    );
});
