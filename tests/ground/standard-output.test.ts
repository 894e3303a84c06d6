// A line of the log that can't be written is dropped and counted, and the next one begins on a line of its own.
import { beforeEach, expect, it } from "vitest";
import { countDropped, writeLine } from "~/ground/telemetry/standard-output.server";

const refusing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};
let written: string;
const taking = (_fd: number, bytes: Buffer): number => {
  written += bytes.toString();
  return bytes.length;
};
beforeEach(() => {
  writeLine("what a test before left\n", (_fd, bytes) => bytes.length);
  written = "";
});

it.each(["ENOSPC", "EPIPE", "EIO", "EAGAIN", "EBADF"])(
  "a line that is refused with %s is dropped and counted",
  (code) => {
    const before = countDropped();
    writeLine("one\n", refusing(code));
    writeLine("two\n", taking);
    expect(countDropped() - before).toBe(1);
    expect(written).toBe("two\n");
  },
);

it("a line is written on where it was taken in pieces, and once the reader has caught up", () => {
  const before = countDropped();
  let turn = 0;
  writeLine("a line in pieces\n", (fd, bytes) => {
    turn += 1;
    if (turn === 2) return refusing("EAGAIN")();
    return taking(fd, bytes.subarray(0, 5));
  });
  expect(written).toBe("a line in pieces\n");
  expect(countDropped() - before).toBe(0);
});

it("a line that broke off in its middle does not run into the next one", () => {
  let turn = 0;
  writeLine("half\n", (fd, bytes) => ((turn += 1) === 1 ? taking(fd, bytes.subarray(0, 2)) : refusing("ENOSPC")()));
  writeLine("whole\n", taking);
  writeLine("after\n", taking);
  expect(written).toBe("ha\nwhole\nafter\n");
});
