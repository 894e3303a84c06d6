// The log's lines as a terminal shows them.
import { expect, it } from "vitest";
import { createLog } from "~/ground/telemetry/log.server";
import { readableLine } from "~/ground/telemetry/readable";

it("a line of the log is read from left to right: when, how bad, what, and its details", () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line: string) => void lines.push(readableLine(line)) });
  log.info({ tweets: 5, backup: "nightly.db", none: undefined }, "backed up");
  log.warn({ code: ["a", 1] }, "two\nlines");
  log.error({ err: new Error("no way"), job: "publish" }, "a job failed");
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d INFO  backed up  tweets=5  backup=nightly\.db\n$/);
  expect(lines[1]).toMatch(/^\S+ WARN  two\nlines  code=\["a",1\]\n$/);
  expect(lines[2]).toMatch(/^\S+ ERROR a job failed  job=publish\n  Error: no way\n {2} +at /);
});

it("what is no line of the log stays as it is", () => {
  for (const line of ["", "plain words\n", "{half"]) expect(readableLine(line)).toBe(line);
});
