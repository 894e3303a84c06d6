// The files of public/, answered at the door: compressed once at the build, not once a visit.
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import send from "send";
import type { App } from "~/app.server";
import { days, hours } from "~/duration";
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

/** The smallest form first; what is refused by "q=0" is not taken. */
const forms = [
  { ending: ".br", encoding: "br" },
  { ending: ".gz", encoding: "gzip" },
].map((form) => ({
  ...form,
  isTaken: new RegExp(`\\b${form.encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$))`),
}));

/**
 * Answers true where it sent a file. Which there are is read once, so that a page never costs a look at the disk; in dev
 * they change, and it is remix-serve that looks for them.
 */
export function openAssets({ config, clock, log }: Pick<App, "config" | "clock" | "log">) {
  const files = config.dev ? new Set<string>() : listFiles();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    if ((request.method !== "GET" && request.method !== "HEAD") || !files.has(path)) return false;
    const began = clock.monotonic();
    response.once("close", () => tellRequest(log, request, response.statusCode, clock.monotonic() - began));
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const form = forms.find(({ ending, isTaken }) => isTaken.test(accepted) && files.has(`${path}${ending}`));
    const type = types[extname(path)];
    if (type) response.setHeader("Content-Type", type);
    if (form) response.setHeader("Content-Encoding", form.encoding);
    response.setHeader("Vary", "Accept-Encoding");
    const immutable = unchanging.test(path);
    const maxAge = immutable ? days(365) : hours(1);
    send(request, `${path}${form?.ending ?? ""}`, { root, immutable, maxAge })
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

/**
 * Takes remix-serve's own file server out of its Express: before every page it asks the disk for a file of the page's
 * name, a twentieth of what a page costs, and all that it could find is in the list above.
 */
export function serveNoFiles(express: unknown): void {
  const { _router: router } = express as { _router?: { stack: { name: string }[] } };
  if (router) router.stack = router.stack.filter(({ name }) => name !== "serveStatic");
}
