// Lists all jobs and when they run. Patterns are croner's, with seconds; tweets have exact times.
import type { App } from "~/app.server";
import { nextBotAt } from "~/features/bots/bots.server";
import { nextLinkAt } from "~/features/mail-links/mail-links.server";
import { nextTaskAt } from "~/features/generation/generation.server";
import { deleteDue, nextDeletionAt } from "~/features/deletions/deletions.server";
import { nextCheckAt, nextPublishAt, sendPictures } from "~/features/publishing/publishing.server";
import { analyses } from "./analyses.server";
import { backups } from "./backups.server";
import { bots } from "./bots.server";
import { deliveries, nextDelivery } from "./deliveries.server";
import { links } from "./links.server";
import { generate } from "./generate.server";
import { prune } from "./prune.server";
import { publish } from "./publish.server";
import { reconcile } from "./reconcile.server";
import { results } from "./results.server";
import { summaries } from "./summaries.server";
import { watch } from "./watch.server";

export interface Job {
  name: string;
  pattern: string;
  /** When the job next has work after `after`. The job then runs at that time too, not only by the pattern. */
  nextAt?: (app: App, after: number) => Promise<number | null>;
  run(app: App): Promise<unknown>;
}

const everySecond = "* * * * * *";

export const schedule: readonly Job[] = [
  { name: "publish", pattern: everySecond, nextAt: nextPublishAt, run: publish },
  { name: "generate", pattern: everySecond, nextAt: nextTaskAt, run: generate },
  { name: "reconcile", pattern: everySecond, nextAt: nextCheckAt, run: reconcile },
  { name: "deletions", pattern: everySecond, nextAt: nextDeletionAt, run: deleteDue },
  { name: "bots", pattern: everySecond, nextAt: nextBotAt, run: bots },
  { name: "deliveries", pattern: everySecond, nextAt: nextDelivery, run: deliveries },
  { name: "links", pattern: everySecond, nextAt: nextLinkAt, run: links },
  { name: "pictures", pattern: "*/2 * * * * *", run: sendPictures },
  { name: "analyses", pattern: "*/10 * * * * *", run: analyses },
  // Hourly, so a server that was off at night makes the backup in the morning.
  { name: "backups", pattern: "0 41 * * * *", run: backups },
  { name: "results", pattern: "50 * * * * *", run: results },
  { name: "watch", pattern: "20 * * * * *", run: watch },
  { name: "summaries", pattern: "40 * * * * *", run: summaries },
  { name: "prune", pattern: "0 17 * * * *", run: prune },
];
