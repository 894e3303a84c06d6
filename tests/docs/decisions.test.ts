// The index of decisions has one line for each page, with its title, its date and what became of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../docs/decisions");
const index = readFileSync(join(folder, "README.md"), "utf8");
const pages = readdirSync(folder)
  .filter((name) => /^\d/.test(name))
  .toSorted();

interface Line {
  file: string;
  title: string;
  says: string;
  status: string;
  date: string;
}

const lines = [...index.matchAll(/^\| \[(\d+)\]\((\1-[\w-]+\.md)\) \| (.+?) \| (.+?) \| (.+?) \| ([\d-]+) \|$/gm)].map(
  ([, , file = "", title = "", says = "", status = "", date = ""]): Line => ({ file, title, says, status, date }),
);

it("each page has one line, in the order of their numbers", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(lines.map(({ file }) => file)).toEqual(pages);
});

it.each(lines)(
  "$file: its title, its date and its status are those of the page",
  ({ file, title, says, status, date }) => {
    const [head = "", , dated = ""] = readFileSync(join(folder, file), "utf8").split("\n");
    expect(head.replace(/^# \d+:? /, "")).toBe(title);
    expect(dated.slice(0, 10)).toBe(date);
    expect(says.split(" ").length).toBeLessThanOrEqual(20);
    const [, by] =
      /(?:superseded in part by|in part superseded by) \[(\d+)\]/.exec(dated) ??
      /\[(\d+)\]\([^)]*\) supersedes/.exec(dated) ??
      [];
    expect(status).toBe(by === undefined ? "accepted" : `accepted, in part superseded by ${by}`);
  },
);
