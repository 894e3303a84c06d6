// Remix, asked straight from the front door: remix-serve's Express before it costs a twelfth of a page, and logs whole URLs.
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createReadableStreamFromReadable, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { App } from "~/app.server";
import { accepted } from "./encoding.server";
import { requestIdHeader } from "./front-door.server";
import { tellRequest } from "./request-log.server";

/** The text of a page, beside its Response: through a stream of the web it would take a fifteenth of the page's time more. */
const pages = new WeakMap<Response, string>();

export function pageResponse(page: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, page);
  return response;
}

/** Answers each request with what Remix makes of it, compressed where the client takes that, and logs its line. */
export function answerWithRemix({ clock, log }: Pick<App, "clock" | "log">, build: ServerBuild) {
  const handle = createRequestHandler(build, build.mode);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = clock.monotonic();
    let answeredAt: number | null = null;
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : 0;
      // How long the client takes to read it is not ours.
      tellRequest(log, request, status, (answeredAt ?? clock.monotonic()) - began);
    });
    const atTheDoor = new Set(response.getHeaderNames());
    try {
      const answer = await inForm(request, await handle(asked(request, response)));
      answeredAt = clock.monotonic();
      if (!response.destroyed) send(response, answer);
    } catch (error) {
      if (response.destroyed) return;
      log.error({ err: error, requestId: request.headers[requestIdHeader] }, "a request broke");
      for (const name of response.getHeaderNames()) if (!atTheDoor.has(name)) response.removeHeader(name);
      send(response, broken);
    }
  };
}

const broken: Answer = {
  status: 500,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "Internal Server Error",
};

/** Beside what the front door has set. Written all at once, so that Node tells its length. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}

/** The request in fetch's terms. Its signal is aborted where the client leaves before the whole answer is out. */
function asked(request: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", url = "/" } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value].flat()) if (one) headers.append(name, one);
  const client = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) client.abort();
  });
  const body =
    method === "GET" || method === "HEAD"
      ? {}
      : { body: createReadableStreamFromReadable(request), duplex: "half" as const };
  return new Request(`http://${request.headers.host ?? "localhost"}${url}`, {
    method,
    headers,
    signal: client.signal,
    ...body,
  });
}

/** What is worth compressing, and says in which characters it is written. */
const texts = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b)/;

/** Less is not worth a header. */
const leastCompressed = 1024;

/** In another thread, and quick rather than small: an answer is compressed for one reader. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const compress = {
  br: (body: string | Buffer): Promise<Buffer> => toBrotli(body, quick),
  gzip: (body: string | Buffer): Promise<Buffer> => toGzip(body),
};

interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[]>;
  body: string | Buffer;
}

/** The answer as this client gets it: whole, its characters named, compressed where that is worth it. */
async function inForm(request: IncomingMessage, answer: Response): Promise<Answer> {
  const { status } = answer;
  const headers: Answer["headers"] = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const type = answer.headers.get("content-type") ?? "";
  const isText = texts.test(type);
  // Remix and Response.json leave it out.
  if (isText && !type.includes("charset=")) headers["content-type"] = `${type}; charset=utf-8`;
  const body = pages.get(answer) ?? (answer.body ? Buffer.from(await answer.arrayBuffer()) : "");
  if (!isText || body.length < leastCompressed) return { status, headers, body };
  const vary = answer.headers.get("vary");
  headers["vary"] = vary === null ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
  const encoding = accepted(request);
  if (!encoding) return { status, headers, body };
  headers["content-encoding"] = encoding;
  return { status, headers, body: await compress[encoding](body) };
}
