// Loaded into the server before the app (--import): at SIGUSR2 it collects garbage and writes what the heap still holds.
import { renameSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";

const file = process.env.HEAP_PROBE;
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

let count = 0;
process.on("SIGUSR2", async () => {
  // More than once: what a finalizer lets go of is garbage only then.
  for (let turn = 0; turn < 4; turn += 1) {
    await setImmediate();
    collect();
  }
  count += 1;
  // V8 goes on making machine code for whatever is called often, and throws it away again: told apart from what is held.
  const { code_and_metadata_size: code } = v8.getHeapCodeStatistics();
  writeFileSync(`${file}.new`, JSON.stringify({ count, heap: process.memoryUsage().heapUsed, code }));
  renameSync(`${file}.new`, file);
});
