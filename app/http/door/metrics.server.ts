// GET /metrics: process counters and queue state for Prometheus; operator only.
import { hash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "~/app.server";
import { hours } from "~/ground/time/duration";
import { countAccountsInNeed } from "~/features/accounts/accounts.server";
import { findLastBackupAt, freeDisk } from "~/features/backups/backups.server";
import { findLastCopyAt } from "~/features/backups/copy.server";
import { countQueue } from "~/features/publishing/publishing.server";
import { type Metric, onMetric } from "~/ground/telemetry/metrics.server";
import { countDropped } from "~/ground/telemetry/standard-output.server";
import { forwardedHeader, peerHeader } from "./headers.server";

type Metrics = ReturnType<typeof createMetrics>;

const place = globalThis as typeof globalThis & { __linnetMetrics?: Metrics };

export function openMetrics(): void {
  place.__linnetMetrics ??= createMetrics();
}

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // Sampling every 10 ms would cost ten times an idle Linnet's work.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: hours(1) });
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith("nodejs_eventloop_lag")) registry.removeSingleMetric(name);
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `linnet_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `linnet_${name}`, help, registers });
  const attempts = counter(
    "attempts_total",
    "Finished attempts; one that X didn't confirm counts as unknown, then again under its final result",
    ["network", "outcome"],
  );
  const spent = counter("spent_dollars_total", "What X charges for posted tweets", ["network"]);
  const checks = counter(
    "reconcile_checks_total",
    "Checks of an account's posts for an unconfirmed tweet, counted per tweet",
    ["result"],
  );
  /** Name from version 1; removed in version 3. */
  const formerChecks = counter("reconcile_looks_total", "Deprecated: use linnet_reconcile_checks_total", ["result"]);
  const readings = counter("readings_total", "Calls that fetch metrics", ["network", "level", "outcome"]);
  const readPosts = counter("readings_posts_total", "Posts whose metrics were fetched", ["network"]);
  const readSpent = counter("readings_dollars_total", "What X charges for fetching metrics", ["network", "level"]);
  const calls = counter("network_calls_total", "Image uploads, alt texts and deletions", [
    "network",
    "call",
    "outcome",
  ]);
  const callsSpent = counter("network_calls_dollars_total", "What X charges for fetching metrics", ["network", "call"]);
  const writings = counter("ai_calls_total", "Calls to the AI for text", ["writer", "outcome"]);
  const tokens = counter("ai_tokens_total", "Tokens the AI used, including failed calls", ["writer", "direction"]);
  const writingCost = counter(
    "ai_cost_dollars_total",
    "Cost of the AI at list prices, excluding calls whose cost is unknown",
    ["writer"],
  );
  const costUnknown = counter("ai_cost_unknown_calls_total", "Calls to the AI whose cost is unknown", ["writer"]);
  const unmetered = counter("ai_unmetered_answers_total", "AI responses that didn't report tokens", ["writer"]);
  const unread = counter("writer_answers_unread_total", "AI responses that couldn't be read", ["writer"]);
  const writingTime = new Histogram({
    name: "linnet_ai_call_seconds",
    help: "How long the AI took",
    labelNames: ["writer"],
    buckets: [0.5, 1, 2, 5, 10, 20, 40, 80],
    registers,
  });
  const requests = new Histogram({
    name: "linnet_request_seconds",
    help: "Responses by area, method and status",
    labelNames: ["area", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  new Counter({
    name: "linnet_log_lines_dropped_total",
    help: "Log lines that couldn't be written",
    registers,
    collect() {
      this.reset();
      this.inc(countDropped());
    },
  });
  onMetric((metric: Metric) => {
    switch (metric.kind) {
      case "attempt":
        attempts.inc({ network: metric.network, outcome: metric.outcome });
        return spent.inc({ network: metric.network }, metric.spentMicros / 1_000_000);
      case "check":
        checks.inc({ result: metric.result });
        return formerChecks.inc({ result: metric.result });
      case "reading": {
        const { network, level, outcome, posts, spentMicros } = metric;
        readings.inc({ network, level, outcome });
        readPosts.inc({ network }, posts);
        return readSpent.inc({ network, level }, spentMicros / 1_000_000);
      }
      case "call": {
        const { network, call, outcome, spentMicros } = metric;
        calls.inc({ network, call, outcome });
        return callsSpent.inc({ network, call }, spentMicros / 1_000_000);
      }
      case "writing":
        writings.inc({ writer: metric.writer, outcome: metric.outcome });
        tokens.inc({ writer: metric.writer, direction: "input" }, metric.inputTokens);
        tokens.inc({ writer: metric.writer, direction: "output" }, metric.outputTokens);
        unmetered.inc({ writer: metric.writer }, metric.unmetered);
        if (metric.costMicros === null) costUnknown.inc({ writer: metric.writer });
        else writingCost.inc({ writer: metric.writer }, metric.costMicros / 1_000_000);
        return writingTime.observe({ writer: metric.writer }, metric.tookMs / 1000);
      case "unread":
        return unread.inc({ writer: metric.writer });
      case "request": {
        const { area, method, status } = metric;
        return requests.observe({ area, method, status }, metric.tookMs / 1000);
      }
    }
  });
  return {
    registry,
    scheduled: gauge("tweets_scheduled", "Scheduled tweets"),
    due: gauge("tweets_due", "Scheduled tweets that are due"),
    late: gauge("tweets_late", "Scheduled tweets more than 15 minutes overdue"),
    unknown: gauge("tweets_unknown", "Tweets that X didn't confirm and Linnet is checking"),
    needsConfirmation: gauge("tweets_needs_confirmation", "Unconfirmed tweets that need a user's confirmation"),
    /** Name from version 1; removed in version 3. */
    formerlyAsked: gauge("tweets_asked", "Deprecated: linnet_tweets_needs_confirmation"),
    failedUnseen: gauge("tweets_failed_unseen", "Scheduled tweets that failed and that no user has dealt with yet"),
    accountsInNeed: gauge("accounts_held", "Accounts on hold until a user reconnects or resumes them"),
    publisher: gauge("publisher", "1 if this process posts tweets"),
    diskFree: gauge("disk_free_bytes", "Free bytes on the disk that holds DATA_DIR"),
    lastBackup: gauge("backup_last_success_seconds", "Unix time when the newest backup finished; 0 if there is none"),
    lastCopy: gauge("backup_last_copy_seconds", "Unix time when a backup was last copied elsewhere; 0 if never"),
  };
}

/**
 * Requires METRICS_TOKEN as bearer. Without a token, allows only direct loopback requests, and only if Linnet's own
 * address is local, since a proxy may add no header. Returns the status, or null if allowed.
 */
export function refusal(app: Pick<App, "config">, request: Request): 401 | 403 | null {
  const { metricsToken } = app.config;
  if (metricsToken !== null) {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), digest(metricsToken)) ? null : 401;
  }
  const isLocal =
    /^(?:127\.|::1$|::ffff:127\.)/.test(request.headers.get(peerHeader) ?? "") &&
    isLoopbackHost(new URL(request.url).host) &&
    isLoopbackHost(new URL(app.config.appOrigin).host);
  return isLocal && !request.headers.has(forwardedHeader) ? null : 403;
}

const isLoopbackHost = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);

const digest = (text: string): Buffer => hash("sha256", text, "buffer");

export async function answerMetrics(app: App, request: Request): Promise<Response> {
  const refused = refusal(app, request);
  const headers = new Headers({ "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8" });
  if (refused === 401) headers.set("WWW-Authenticate", "Bearer");
  if (refused !== null) return new Response(`${words[refused]}\n`, { status: refused, headers });
  openMetrics();
  const metrics = place.__linnetMetrics ?? createMetrics();
  const queue = await countQueue(app);
  for (const name of ["scheduled", "due", "late", "unknown", "needsConfirmation", "failedUnseen"] as const)
    metrics[name].set(queue[name]);
  metrics.formerlyAsked.set(queue.needsConfirmation);
  metrics.accountsInNeed.set(await countAccountsInNeed(app));
  metrics.publisher.set(app.node.mayClaim() ? 1 : 0);
  setDisk(app, metrics);
  headers.set("Content-Type", metrics.registry.contentType);
  return new Response(await metrics.registry.metrics(), { headers });
}

function setDisk({ config }: App, { registry, diskFree, lastBackup, lastCopy }: Metrics): void {
  if (config.postgres !== null) {
    registry.removeSingleMetric("linnet_disk_free_bytes");
    registry.removeSingleMetric("linnet_backup_last_success_seconds");
    registry.removeSingleMetric("linnet_backup_last_copy_seconds");
    return;
  }
  diskFree.set(freeDisk(config) ?? 0);
  lastBackup.set(Math.floor((findLastBackupAt(config) ?? 0) / 1000));
  lastCopy.set(Math.floor((findLastCopyAt(config) ?? 0) / 1000));
}

const words = {
  401: "Send METRICS_TOKEN as a Bearer token",
  403: "Metrics are only available on this machine. To allow other machines, set METRICS_TOKEN and send it as a Bearer token",
} as const;
