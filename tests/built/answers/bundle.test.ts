// The browser's bundle holds nothing of the server: the compiler empties such imports only where they are written as it asks.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("nothing of the server is in the browser's bundle", () => {
  const folder = join(import.meta.dirname, "../../../public", "build");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(3);
  const bundle = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  for (const marker of [
    "better-sqlite3",
    "node:crypto",
    "argon2",
    "twitter-api-v2",
    "begin exclusive",
    "ENCRYPTION_KEY",
    "_def.typeName",
    "ZodError",
    // Of d3-scale's and d3-shape's parts: charts are drawn by the server.
    "invalid format: ",
    "invalid digits: ",
  ])
    expect(bundle, `the bundle holds "${marker}"`).not.toContain(marker);
});
