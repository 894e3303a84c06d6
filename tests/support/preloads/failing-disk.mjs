// Loaded into the built app (node --import): as long as the file FAILING_DISK is there, the disk keeps nothing.
import { existsSync } from "node:fs";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const really = fs.fdatasync;
fs.fdatasync = (file, done) => {
  if (!existsSync(process.env.FAILING_DISK)) return really(file, done);
  setImmediate(() => done(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" })));
};
syncBuiltinESMExports();
