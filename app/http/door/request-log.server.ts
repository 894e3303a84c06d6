// The line of a request in the log, and its measure: without what is secret in its URL.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { App } from "~/app.server";
import type { Log } from "~/ground/telemetry/log.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { peerHeader, requestIdHeader } from "./headers.server";

/** In a name or within a value, which may be an address with a query of its own, escaped how often ever. */
const tellsSecret = /api.?key|oauth|token|verifier|password|secret/i;
/** What the identity provider sends back, and what X does. */
const secretNames = new Set(["code", "state", "denied"]);

/** The path and query without the values of what may be secret. Keys are taken out of every line (redact.ts). */
export function withoutSecrets(url: string): string {
  const [path = "", query] = url.split(/\?(.*)/s, 2);
  if (!query) return path;
  const shown = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const isSecret = secretNames.has(name.toLowerCase()) || tellsSecret.test(name) || tellsSecret.test(value);
    shown.append(name, isSecret ? "redacted" : value);
  }
  return `${path}?${shown.toString()}`;
}

/** A handful of names, whatever is asked for: each is a series that lives as long as the process. */
function areaOf(path: string): "asset" | "api" | "probe" | "page" {
  if (path.startsWith("/build/")) return "asset";
  if (/^\/(?:api\/|mcp(?:\/|\?|$))/.test(path)) return "api";
  return /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(path) ? "probe" : "page";
}
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** What to call when a request is over, one way or the other: it writes the line of the request as it was asked. */
export function followRequest(
  { clock, log }: Pick<App, "clock" | "log">,
  request: IncomingMessage,
  response: ServerResponse,
): () => void {
  const { method = "", url: requested = "" } = request;
  const beganAt = clock.monotonic();
  let answeredAt: number | null = null;
  // How long the client takes to read it is not ours.
  response.once("prefinish", () => (answeredAt = clock.monotonic()));
  return () => {
    // 0: the client left before there was an answer.
    const status = response.headersSent ? response.statusCode : 0;
    tellRequest(log, request, { method, requested, status, tookMs: (answeredAt ?? clock.monotonic()) - beganAt });
  };
}

interface Line {
  method: string;
  requested: string;
  status: number;
  tookMs: number;
}

function tellRequest(log: Log, { headers }: IncomingMessage, { method, requested, status, tookMs }: Line): void {
  const area = areaOf(requested);
  recordMetric({
    kind: "request",
    area,
    method: methods.has(method) ? method : "other",
    status,
    tookMs,
  });
  // Health checks and scrapes come each few seconds: 33 MB a month that say nothing, unless they fail.
  const isRoutine = area === "asset" || (area === "probe" && status > 0 && status < 400);
  log[isRoutine ? "debug" : "info"](
    {
      method,
      path: withoutSecrets(requested),
      status,
      ms: Math.round(tookMs),
      requestId: headers[requestIdHeader],
      peer: headers[peerHeader],
    },
    "request",
  );
}

interface Morgan {
  format(name: string, format: () => undefined): unknown;
}

/**
 * remix-serve logs each request in morgan's format "tiny", with its whole URL. A format that returns nothing writes no
 * line (documented), and ours takes the name before remix-serve asks for it.
 */
export function silenceMorgan(): void {
  const serve = createRequire(import.meta.url).resolve("@remix-run/serve/package.json");
  const morgan = createRequire(serve)("morgan") as Morgan;
  morgan.format("tiny", () => undefined);
}
