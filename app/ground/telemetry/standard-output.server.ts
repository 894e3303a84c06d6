// Writes log lines to standard output; drops and counts what can't be written.
import { writeSync } from "node:fs";

/** ms between tries while a pipe is full. The whole process waits. */
const pauseMs = 10;
const maxPauses = 10;
const pauser = new Int32Array(new SharedArrayBuffer(4));

let dropped = 0;
let isBroken = false;
let wasDropped = false;

export const countDropped = (): number => dropped;

type Write = (fd: number, bytes: Buffer) => number;

/** Never throws. */
export function writeLine(line: string, write: Write = writeSync): void {
  const all = Buffer.from(isBroken ? `\n${line}` : line);
  let written = 0;
  try {
    let patience = wasDropped ? 0 : maxPauses;
    while (written < all.length) {
      try {
        written += write(1, all.subarray(written));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || patience === 0) throw error;
        patience -= 1;
        Atomics.wait(pauser, 0, 0, pauseMs);
      }
    }
    wasDropped = false;
    isBroken = false;
  } catch {
    dropped += 1;
    wasDropped = true;
    isBroken ||= written > 0;
  }
}

/** Keeps errors on other writes to the process's streams, such as remix-serve's, from ending the process. */
export function outliveStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => (dropped += 1));
}
