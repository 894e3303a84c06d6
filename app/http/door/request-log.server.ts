// Logs and measures each request, without secrets from its URL.
import type { IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { App } from "~/app.server";
import type { Log } from "~/ground/telemetry/log.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { peerHeader, requestIdHeader } from "./headers.server";

const tellsSecret = /api.?key|oauth|token|verifier|password|secret/i;
/** Parameters from the identity provider and from X. */
const secretNames = new Set(["code", "state", "denied"]);

/** Hides secret values. Keys are removed from all lines in redact.ts. */
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

function areaOf(path: string): "asset" | "api" | "probe" | "page" {
  if (path.startsWith("/build/")) return "asset";
  if (/^\/(?:api\/|mcp(?:\/|\?|$))/.test(path)) return "api";
  return /^\/(?:healthz|readyz|metrics)(?:\?|$)/.test(path) ? "probe" : "page";
}
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function followRequest(
  { clock, log }: Pick<App, "clock" | "log">,
  request: IncomingMessage,
  response: ServerResponse,
): () => void {
  const { method = "", url: requested = "" } = request;
  const beganAt = clock.monotonic();
  let answeredAt: number | null = null;
  response.once("prefinish", () => (answeredAt = clock.monotonic()));
  return () => {
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
  // Probes and scrapes would log 33 MB a month, so only failures are logged.
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

/** remix-serve logs full URLs with morgan's "tiny". */
export function silenceMorgan(): void {
  const serve = createRequire(import.meta.url).resolve("@remix-run/serve/package.json");
  const morgan = createRequire(serve)("morgan") as Morgan;
  morgan.format("tiny", () => undefined);
}
