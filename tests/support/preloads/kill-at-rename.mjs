// Loaded into a program (node --import): ends it by SIGKILL right before the nth file takes its name. KILL_AT_RENAME: n, from 1.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const nth = Number(process.env.KILL_AT_RENAME);
let seen = 0;

const { renameSync } = fs;
fs.renameSync = (...paths) => {
  if (++seen === nth) {
    process.kill(process.pid, "SIGKILL");
    // The signal is on its way: nothing else may run until it is here.
    for (;;);
  }
  return renameSync(...paths);
};
syncBuiltinESMExports();
