// Renders each page in one piece and logs render errors.
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { getApp } from "./app.server";
import { requestIdHeader } from "./http/door/headers.server";
import { NonceContext } from "~/http/door/nonce";
import { contentSecurityPolicy, newNonce } from "./http/door/policy.server";
import { openTurns } from "./http/door/turns.server";
import { withoutScript } from "./ui/frame/without-script";
import { loadParts } from "./ui/lazy-part";

/** Loaded lazily: the routes that register parts aren't loaded yet when this file runs. */
let allParts: Promise<void> | undefined;

const turnOfItsOwn = openTurns();

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = newNonce();
  const page = await render(context, request, nonce);
  if (page === null) return new Response(null, { status });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, getApp().config.dev));
  headers.set("Cache-Control", "no-store");
  headers.append("Vary", "Accept-Language");
  const wait = retryAfter(context);
  if (wait !== null) headers.set("Retry-After", wait);
  return new Response(page, { status, headers });
}

/** Restores Retry-After, since Remix drops an action's headers from the page. */
const retryAfter = ({ staticHandlerContext }: EntryContext): string | null =>
  Object.values(staticHandlerContext.actionHeaders)
    .map((headers) => headers.get("Retry-After"))
    .find((wait) => wait !== null) ?? null;

/** Renders without streaming, in half the time. Null if the client left before its turn. */
async function render(context: EntryContext, { url, signal }: Request, nonce: string): Promise<string | null> {
  const data = await new Response(context.serverHandoffStream).text();
  await (allParts ??= loadParts());
  await turnOfItsOwn();
  if (signal.aborted) return null;
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={{ ...context, serverHandoffStream: undefined }} url={url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  if (context.staticHandlerContext.matches.some(({ route }) => route.handle === withoutScript))
    return `<!DOCTYPE html>${html}`;
  const stream = "window.__remixContext.streamController";
  const handedOver = `${stream}.enqueue(${inScript(data)});${stream}.close();`;
  const end = "</body></html>";
  if (!html.endsWith(end)) throw new Error("the page has no end to put its data before");
  return `<!DOCTYPE html>${html.slice(0, -end.length)}<script nonce="${nonce}">${handedOver}</script>${end}`;
}

const inScript = (text: string): string =>
  JSON.stringify(text).replace(/[&<>\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

export function handleDataRequest(response: Response): Response {
  response.headers.set("Cache-Control", "no-store");
  response.headers.append("Vary", "Accept-Language");
  return response;
}

export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (request.signal.aborted || isRefusal) return;
  const requestId = request.headers.get(requestIdHeader);
  getApp().log.error({ err: error, requestId, path: new URL(request.url).pathname }, "a page broke");
}
