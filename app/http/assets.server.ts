// The files of public/, answered at the door: compressed once at the build, not once a visit.
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import send from "send";
import type { App } from "~/app.server";
import { days, hours } from "~/duration";
import { accepted } from "./encoding.server";
import { tellRequest } from "./request-log.server";

const root = "public";

/** Their names hold a hash of what is in them. */
const unchanging = /^\/build\/.*-[A-Z0-9]{8}\.\w+$/;

/** Of a compressed file `send` would tell the type of its last ending. */
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const endings = { br: ".br", gzip: ".gz" } as const;

/**
 * Answers true where it sent a file. Which there are is read once, so that a page never costs a look at the disk; in dev
 * they change, and their compressed forms are an earlier build's.
 */
export function openAssets({ config, clock, log }: Pick<App, "config" | "clock" | "log">) {
  const listed = config.dev ? undefined : listFiles();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const files = listed ?? listFiles();
    if ((request.method !== "GET" && request.method !== "HEAD") || !files.has(path)) return false;
    const began = clock.monotonic();
    response.once("close", () => tellRequest(log, request, response.statusCode, clock.monotonic() - began));
    const encoding = listed && accepted(request, (form) => listed.has(`${path}${endings[form]}`));
    const type = types[extname(path)];
    if (type) response.setHeader("Content-Type", type);
    if (encoding) response.setHeader("Content-Encoding", encoding);
    response.setHeader("Vary", "Accept-Encoding");
    const immutable = unchanging.test(path);
    const maxAge = immutable ? days(365) : hours(1);
    send(request, `${path}${encoding ? endings[encoding] : ""}`, { root, immutable, maxAge })
      .on("error", (error: SendError) => refuse(response, error))
      .pipe(response);
    return true;
  };
}

interface SendError {
  status: number;
  /** Content-Range, where it is one that is refused. */
  headers?: Record<string, string>;
}

/** By itself `send` would take the front door's headers away, and answer with a page of its own. */
function refuse(response: ServerResponse, { status, headers = {} }: SendError): void {
  for (const name of ["Content-Type", "Content-Encoding", "Content-Length", "ETag", "Last-Modified"])
    response.removeHeader(name);
  response.setHeader("Cache-Control", "no-store");
  response.writeHead(status, headers).end();
}

/** Their addresses: "/favicon.svg". */
function listFiles(): Set<string> {
  if (!existsSync(root)) return new Set();
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(found.map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll(sep, "/")));
}
