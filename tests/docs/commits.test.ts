// The subjects of the commits that a submission adds, held against STYLE.md.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { subjectFault } from "./commits";

/** From the commit after this one on every subject keeps the rule. */
const since = "a5c204aed833cfddc269d6eb785468b39182b6c1";

/** What git prints, or null where there is no git, no repository or no such commit. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: join(import.meta.dirname, "..", ".."), encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/** The range that a submission adds; where no base is known, the last 20 since the rule was made. */
function added(): string[] {
  const head = git("rev-parse", "HEAD");
  const bases = ["origin/HEAD", "origin/main", "main"].map((name) => git("merge-base", "HEAD", name));
  const base = bases.find((one) => one !== null && one !== head);
  if (base) return ["-200", `${base}..HEAD`];
  return git("merge-base", "--is-ancestor", since, "HEAD") === null ? ["-20", "HEAD"] : ["-20", `${since}..HEAD`];
}

const log = git("log", "--no-merges", "--format=%h %s", ...added());

it("each commit that is added has a subject of at most 72 characters, an order without a full stop", (test) => {
  if (log === null) return test.skip("there is no git, or no repository, to read the commits of");
  const faults = log.split("\n").flatMap((line) => {
    const fault = line === "" ? null : subjectFault(line.slice(line.indexOf(" ") + 1));
    return fault === null ? [] : [`${line}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

it.each([
  "Keep a tweet's account when only its time changes",
  "Press Escape only once the dialog is a modal",
  "Bring a bot's list into view when it is opened",
  "Re-read the week after a change",
])("%j is a subject", (subject) => {
  expect(subjectFault(subject)).toBe(null);
});

it.each([
  ["Keep a tweet's account when only its time changes, also where it was unlinked", "characters"],
  ["Keep a tweet's account.", "full stop"],
  ["keep a tweet's account", "capital"],
  ["fix: keep a tweet's account", "capital"],
  ["Fix: keep a tweet's account", "capital"],
  ["A tweet keeps its account", "begins no order"],
  ["Added a test", "no order"],
  ["Adding a test", "no order"],
  ["Keeps a tweet's account", "no order"],
  ["", "capital"],
])("%j is none", (subject, fault) => {
  expect(subjectFault(subject)).toContain(fault);
});
