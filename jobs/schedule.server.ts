// What runs when: read this first. Times are croner patterns with seconds; publish times are never patterns.
import type { App } from "~/app.server";
import { analyses } from "./analyses.server";
import { backups } from "./backups.server";
import { bots } from "./bots.server";
import { generate } from "./generate.server";
import { prune } from "./prune.server";
import { publish } from "./publish.server";
import { reconcile } from "./reconcile.server";

export interface Job {
  name: string;
  pattern: string;
  /** Also run when something falls due or is asked for, not only by the pattern. */
  whenDue: boolean;
  run(app: App): Promise<unknown>;
}

const everySecond = "* * * * * *";

export const schedule: readonly Job[] = [
  { name: "publish", pattern: everySecond, whenDue: true, run: publish },
  { name: "generate", pattern: everySecond, whenDue: true, run: generate },
  { name: "reconcile", pattern: everySecond, whenDue: true, run: reconcile },
  { name: "bots", pattern: everySecond, whenDue: true, run: bots },
  { name: "analyses", pattern: "*/10 * * * * *", whenDue: false, run: analyses },
  // Each hour it is asked whether this night's is there: whoever was off at night makes it in the morning.
  { name: "backups", pattern: "0 41 * * * *", whenDue: false, run: backups },
  { name: "prune", pattern: "0 17 * * * *", whenDue: false, run: prune },
];
