// Writes measured figures as Markdown, into their own section of docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./server.mjs";

const file = join(root, "docs", "benchmarks.md");
const verdict = { true: "reached", false: "**missed**", null: "" };
const digits = (value) => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

export function toMarkdown({ name, title, rows, notes, machine }) {
  return [
    `## ${title}`,
    "",
    "| figure | goal | measured | |",
    "| --- | --- | ---: | --- |",
    ...rows.map(
      (row) =>
        `| ${row.what} | ${row.goal} | ${row.value.toFixed(digits(row.value))} ${row.unit} | ${verdict[row.ok]} |`,
    ),
    "",
    ...notes.flatMap((note) => [note, ""]),
    `\`node tests/bench/run.mjs ${name}\` · ${machine}`,
  ].join("\n");
}

/** Replaces the figure's section between its two marks; the others stay as they were measured. */
export function record(name, markdown) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(file, "utf8");
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/benchmarks.md has no place for ${name}: ${begin} … ${end}`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${markdown}\n\n${page.slice(to)}`);
}
