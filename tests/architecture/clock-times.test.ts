// A time of the clock is told with its day, or where the page says the day beside it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "app", "commands"], {
  cwd: root,
  encoding: "utf8",
});

/** Those that name no day, and why. */
const known: Record<string, string> = {
  "app/features/moments/moment.ts": "the hours of each of several days",
  "app/features/timeline/list/list.ts": "stands under its day",
  "app/features/timeline/week.ts": "stands in its day's column",
  "app/screens/ideas/to-view.server.ts": "stands under its day",
  "app/screens/timeline/week.server.ts": "stands in the window of a slot, which names its day",
};

/** Where the day is made in the same text: `dayLabel`, `shortDate`, or a function of the file that is made of them. */
const dayBefore = /(?:dayLabel|shortDate|dayWithin|localDate|dateLabel|dateWithYear)\([^`]*$|year\}, \$\{$/;

function undated(text: string): number {
  const uses = [...text.matchAll(/clockTime\(/g)].map(({ index }) => text.slice(Math.max(0, index - 90), index));
  return uses.filter((before) => !/function $/.test(before) && !dayBefore.test(before)).length;
}

it("every time of the clock has its day beside it, but for what is named here with its reason", () => {
  const files = tracked.split("\n").filter((file) => /\.tsx?$/.test(file) && file !== "app/ground/time/zone.ts");
  const found = files.filter((file) => undated(readFileSync(join(root, file), "utf8")) > 0);
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted());
});

it("a time without a day is seen", () => {
  expect(undated("`until ${clockTime(at, zone)}`")).toBe(1);
  expect(undated("`${dayLabel(at, zone, now)}, ${clockTime(at, zone)}`")).toBe(0);
});
