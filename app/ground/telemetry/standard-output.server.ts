// Where the log goes: a line that can't be written is dropped and counted, and the server goes on.
import { writeSync } from "node:fs";

/** A pipe whose reader is behind takes nothing for a moment; everybody waits for this one line. */
const pauseMs = 10;
const maxPauses = 10;
const pauser = new Int32Array(new SharedArrayBuffer(4));

let dropped = 0;
/** Whether a line broke off in its middle: the next one begins on a line of its own. */
let isBroken = false;
/** Whether the last line was lost: the next one gets no patience. */
let wasDropped = false;

/** How many lines the log has lost since the process began: its disk is full, or nobody reads it. */
export const countDropped = (): number => dropped;

type Write = (fd: number, bytes: Buffer) => number;

/** Writes a line to standard output, or drops it. Never throws. */
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

/** What others write to the process's streams, remix-serve's first line say, must not end it either. */
export function outliveStreams(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => (dropped += 1));
}
