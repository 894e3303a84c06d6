// Loaded before the app: ends its own process with SIGKILL when a named point is reached for the n-th time.
import diagnostics from "node:diagnostics_channel";

const { CRASH_POINT: point, CRASH_AT: at = "1" } = process.env;
let left = Number(at);

if (point)
  diagnostics.subscribe("linnet:crash-point", (message) => {
    if (message !== point) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  });

// Nobody is left to end this process once the tests that started it are gone.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 1_000).unref();
