// What the log says of errors: a refusal that was to be expected is one quiet line with its code, and a stack means a fault.
import { expect, it } from "vitest";
import { LinkRefused } from "~/features/accounts/accounts.server";
import { type LinkFailureCode, linkFailures } from "~/features/accounts/account";
import { AppError, errorCodes } from "~/ground/errors";
import { createLog } from "~/ground/telemetry/log.server";
import { ProviderFault } from "~/ports/identity/port";
import { WriterError, writerFailures } from "~/ports/ai/port";
import { ReadError } from "~/ports/network/port";

interface Line {
  level: string;
  err: { code?: unknown };
}

function lineOf(err: Error, level: "info" | "warn" | "error" = "error"): Line {
  const lines: string[] = [];
  const log = createLog({ logLevel: "info" }, { write: (line: string) => void lines.push(line) });
  log[level]({ err }, "something could not be done");
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "") as Line;
}

const hasStack = (line: Line): boolean => JSON.stringify(line).includes('"stack"');
const cause = new Error("underneath");
const faults = ["unforeseen", "writer_failed", "network_refused", "no_storage", "timeout"];

it.each(errorCodes)(
  "tells of %s in a line without a stack where it is a refusal, and with one where it is a fault",
  (code) => {
    const line = lineOf(new AppError(code, "No.", { cause }));
    expect(line.err.code).toBe(code);
    expect([line.level, hasStack(line)]).toEqual(faults.includes(code) ? ["error", true] : ["info", false]);
  },
);

const byPeople = ["denied", "expired", "wrong_state", "blocked", "limited", "too_often", "already_linked"];

it.each(Object.keys(linkFailures) as LinkFailureCode[])("tells of a link that was %s by its code alone", (code) => {
  const line = lineOf(new LinkRefused(code, { cause }));
  expect(line.err.code).toBe(code);
  expect([line.level, hasStack(line)]).toEqual([byPeople.includes(code) ? "info" : "warn", false]);
});

it.each(writerFailures)("has a stack of a writer that failed only where nobody knows why: %s", (reason) => {
  const line = lineOf(new WriterError(reason, "The AI wrote nothing.", { cause }), "warn");
  expect(hasStack(line)).toBe(reason === "failed");
  expect(line.level).toBe(["blocked", "busy", "aborted"].includes(reason) ? "info" : "warn");
});

it("has no stack of what X or the identity provider refused with an answer", () => {
  for (const [refused, level] of [
    [new ReadError("Too many", 429, { cause }), "info"],
    [new ReadError("Away", 503, { cause }), "warn"],
    [new ProviderFault("refused", { cause }), "info"],
    [new ProviderFault("unreachable", { cause }), "warn"],
  ] as const)
    expect([lineOf(refused).level, hasStack(lineOf(refused))]).toEqual([level, false]);
  for (const broken of [
    new ReadError("Another shape", 200),
    new ProviderFault("answer", { cause }),
    new TypeError("x"),
  ])
    expect([lineOf(broken).level, hasStack(lineOf(broken))]).toEqual(["error", true]);
});

it("never makes a line louder than it was called", () => {
  expect(lineOf(new LinkRefused("credits"), "info").level).toBe("info");
});
