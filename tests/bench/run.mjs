// node tests/bench/run.mjs [figure …]: measures the named figures, or all, and writes them into docs/benchmarks.md.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "./figures.mjs";
import { machine } from "./machine.mjs";
import { record, toMarkdown } from "./page.mjs";
import { root } from "./server.mjs";

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(figures);
const unknown = wanted.filter((name) => !figures[name]);
if (unknown.length > 0) {
  console.error(`No such figure: ${unknown.join(", ")}. There are: ${Object.keys(figures).join(", ")}.`);
  process.exit(1);
}
if (!existsSync(join(root, "build", "index.js"))) {
  console.error("There is no build to measure: run npm run build first.");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "linnet-bench-"));
let missed = 0;
try {
  for (const name of wanted) {
    console.error(`measuring ${name} …`);
    const where = machine();
    const measured = await figures[name].run({ folder });
    const markdown = toMarkdown({ name, title: figures[name].title, machine: where, ...measured });
    record(name, markdown);
    console.log(`${markdown}\n`);
    missed += measured.rows.filter((row) => row.ok === false).length;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missed > 0) console.error(`${missed} ${missed === 1 ? "goal was" : "goals were"} missed.`);
process.exit(missed > 0 ? 1 : 0);
