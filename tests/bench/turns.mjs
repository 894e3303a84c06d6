// Loaded into the server before the app (--import): at SIGUSR2 it writes the longest turn of its loop since the last time.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

const file = process.env.TURNS_FILE;
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

/** Processor time of the thread that runs the loop, in ms: no other thread's, no other process's, and no waiting. */
const used = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;

let [before, longest, count] = [used(), 0, 0];
/** What is worth a collection before the next request's memory is told. */
const worth = 8e6;
let least = Infinity;
function turn() {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
  // Without a reference it runs once a turn, and wakes no loop that has nothing to do.
  setImmediate(turn).unref();
}
turn();

process.on("SIGUSR2", () =>
  setImmediate(() => {
    const told = longest;
    if (process.memoryUsage.rss() > least + worth) collect();
    least = Math.min(least, process.memoryUsage.rss());
    // What it cost to collect is not the server's.
    [before, longest] = [used(), 0];
    count += 1;
    writeFileSync(`${file}.new`, JSON.stringify({ count, longest: told }));
    renameSync(`${file}.new`, file);
  }),
);
