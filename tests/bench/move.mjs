// How long a move of a million rows to Postgres takes, and how much memory: everything written, read back and compared.
import { bundle } from "./bundle.mjs";
import { runScript } from "./script.mjs";
import { root } from "./server.mjs";

const rows = 1_000_000;
const goals = { seconds: 60, megabytes: 200 };

export const move = {
  title: "Moving to Postgres",
  async run({ folder }) {
    const moved = await runScript(await bundle("publisher/move"), [folder, rows], { cwd: root });
    const row = (what, goal, value, unit) => ({
      what,
      goal: goal ? `≤ ${goal} ${unit}` : "",
      value,
      unit,
      ok: goal ? value <= goal : null,
    });
    return {
      rows: [
        row(`${moved.rows.toLocaleString("en")} rows`, goals.seconds, moved.seconds, "s"),
        row("peak RSS of the command", goals.megabytes, moved.megabytes, "MB"),
        row("rows a second", null, moved.rows / moved.seconds, ""),
        row("the SQLite file", null, moved.file, "MB"),
      ],
      notes: [
        `Posts with their attempts and journals, by \`build/commands/move.js\`, from its start to its end. PostgreSQL ${moved.version} as it comes (fsync on) on the same two cores; VmHWM of /proc/PID/status, in MB of 10⁶ bytes, of the command alone.`,
      ],
    };
  },
};
