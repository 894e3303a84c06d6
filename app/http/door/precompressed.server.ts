// Names the file that the build has compressed in place of the one that was asked for. remix-serve then sends that one.
import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

const root = "public";

/** Of a compressed file `send` would tell the type of its last ending. It leaves a Content-Type that is there. */
const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The smallest form first; what is refused by "q=0" is not taken. */
const forms = (["br", "gzip"] as const).map((encoding) => ({
  encoding,
  ending: encoding === "br" ? ".br" : ".gz",
  isTaken: new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0+)?\\s*(?:,|$))`, "i"),
}));

/** Which files are compressed is read once. In dev none is named: they are an earlier build's. */
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
    // Gone since the start: the app's own 404 must not bear the headers of a script.
    if (!form || !existsSync(join(root, path + form.ending))) return;
    request.url = path + form.ending + (query === undefined ? "" : `?${query}`);
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Encoding", form.encoding);
    response.setHeader("Vary", "Accept-Encoding");
  };
}

/** Their addresses: "/build/entry.client-ABCDEFGH.js.br". */
function listCompressed(): Set<string> {
  if (!existsSync(root)) return new Set();
  const found = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:br|gz)$/.test(name));
  return new Set(found.map((name) => `/${name.replaceAll(sep, "/")}`));
}
