// Rewrites asset requests to precompressed files.
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

const root = "public";

/** `send` would derive the type from .br or .gz; it keeps an existing Content-Type. */
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const forms = (["br", "gzip"] as const).map((encoding) => ({
  encoding,
  ending: encoding === "br" ? ".br" : ".gz",
  isTaken: new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$))`, "i"),
}));

export function openPrecompressed({ dev }: { dev: boolean }) {
  const compressed = dev ? new Set<string>() : listCompressed();
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return;
    const [path = "", query] = url.split(/\?(.*)/s, 2);
    const type = types[extname(path)];
    if (!type) return;
    const accepted = String(headers["accept-encoding"] ?? "");
    const form = forms.find(({ ending, isTaken }) => isTaken.test(accepted) && compressed.has(path + ending));
    // If the file is gone, the 404 must not have a script's headers.
    if (!form || !existsSync(join(root, path + form.ending))) return;
    request.url = path + form.ending + (query === undefined ? "" : `?${query}`);
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Encoding", form.encoding);
    response.setHeader("Vary", "Accept-Encoding");
  };
}

function listCompressed(): Set<string> {
  if (!existsSync(root)) return new Set();
  const found = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:br|gz)$/.test(name));
  return new Set(found.map((name) => `/${name.replaceAll(sep, "/")}`));
}
