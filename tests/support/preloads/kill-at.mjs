// Loaded into the built app (node --import): ends it by SIGKILL right before or after a statement of SQLite.
// KILL_AT is JSON: { statement: a regular expression, nth: which of those that match (from 1), after: true or false }.
import { createRequire } from "node:module";
import { join } from "node:path";

const fitting = Number(process.versions.napi) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";
const Sqlite = createRequire(join(process.cwd(), "package.json"))(fitting);
const { statement, nth, after } = JSON.parse(process.env.KILL_AT);
const wanted = new RegExp(statement);
let seen = 0;

const { prepare } = Sqlite.prototype;
Sqlite.prototype.prepare = function (text) {
  const prepared = prepare.call(this, text);
  if (!wanted.test(text)) return prepared;
  const { run } = prepared;
  prepared.run = function (...parameters) {
    const isIt = ++seen === nth;
    if (isIt && !after) kill();
    const result = run.apply(this, parameters);
    if (isIt && after) kill();
    return result;
  };
  return prepared;
};

function kill() {
  process.kill(process.pid, "SIGKILL");
  // The signal is on its way: nothing else may run until it is here.
  for (;;);
}
