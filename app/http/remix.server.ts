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
    response.once("close", () => {
      const status = response.headersSent ? response.statusCode : 0;
      tellRequest(log, request, status, clock.monotonic() - began);
    });
    try {
      await send(request, response, await handle(asked(request, response)));
    } catch (error) {
      if (response.destroyed) return;
      log.error({ err: error, requestId: request.headers[requestIdHeader] }, "a request broke");
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end("Internal Server Error");
    }
  };
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

async function send(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const whole = pages.get(answer) ?? (answer.body ? Buffer.from(await answer.arrayBuffer()) : "");
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  // Remix and Response.json leave it out.
  const type = answer.headers.get("content-type");
  if (type && texts.test(type) && !type.includes("charset="))
    response.setHeader("Content-Type", `${type}; charset=utf-8`);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  const body = await compressed(request, response, whole);
  if (response.destroyed) return;
  response.statusCode = answer.status;
  response.end(body);
}

/** Less is not worth a header. */
const leastCompressed = 1024;

/** In another thread, and quick rather than small: an answer is compressed for one reader. */
const forms = {
  br: (body: string | Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body),
};

async function compressed(
  request: IncomingMessage,
  response: ServerResponse,
  body: string | Buffer,
): Promise<string | Buffer> {
  if (body.length < leastCompressed || !texts.test(String(response.getHeader("content-type") ?? ""))) return body;
  response.appendHeader("Vary", "Accept-Encoding");
  const encoding = accepted(request);
  if (!encoding) return body;
  response.setHeader("Content-Encoding", encoding);
  return forms[encoding](body);
}
