// Resident memory: a minute after the first page, and the most under page load.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connections, load } from "./load.mjs";
import { memoryOf, startLinnet, stop } from "./server.mjs";
import { seedWeek, tasksInWeek } from "./week.mjs";

const quietGoal = 110;
const loadGoal = 256;
const seconds = 20;

export const memory = {
  title: "Memory",
  async run({ folder }) {
    const quiet = await startLinnet(join(folder, "memory"));
    await sleep(60_000);
    const idle = memoryOf(quiet);
    await stop(quiet);

    const { dataDir, cookie } = await seedWeek(join(folder, "memory-load"));
    const busy = await startLinnet(dataDir);
    await load(`${busy.origin}/timeline`, { cookie, seconds });
    const loaded = memoryOf(busy);
    await sleep(10_000);
    const after = memoryOf(busy);
    await stop(busy);
    const row = (what, value, goal) => ({
      what,
      goal: goal ? `≤ ${goal} MB` : "",
      value,
      unit: "MB",
      ok: goal ? value <= goal : null,
    });
    return {
      rows: [
        row("RSS 60 s after the first page", idle.now, quietGoal),
        row(
          `peak RSS, \`/timeline\` with ${tasksInWeek} tasks, ${connections} connections, ${seconds} s`,
          loaded.most,
          loadGoal,
        ),
        row("RSS 10 s after that load", after.now),
      ],
      notes: [
        "VmRSS and VmHWM of /proc/PID/status, in MB of 10⁶ bytes, of the one process that serves, schedules and stores.",
      ],
    };
  },
};
