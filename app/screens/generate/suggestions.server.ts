// Serves Google's search suggestions unchanged, as Google's terms require, in a sandboxed document.
import { getApp } from "~/app.server";
import { isAppError } from "~/ground/errors";
import { getBatch } from "~/features/generation/generation.server";
import { findSignedIn } from "~/http/session/session.server";

/** The markup is foreign: it runs no script, loads nothing, sends no form, and only our pages may frame it. */
const policy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export async function answerSuggestions(request: Request, batchId: string): Promise<Response> {
  const app = getApp();
  const viewer = (await findSignedIn(app, request))?.user.id ?? null;
  const batch = await getBatch(app, batchId, viewer).catch((error: unknown) => {
    if (isAppError(error)) return null;
    throw error;
  });
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
  };
  if (!batch?.searchSuggestions) return new Response("Nothing found", { status: 404, headers });
  return new Response(framed(batch.searchSuggestions), { headers });
}

/** Links open in a new tab, because the frame itself must not navigate. */
const framed = (markup: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Google search suggestions</title>` +
  `<meta name="color-scheme" content="light dark"><base target="_blank"><style>body{margin:0}</style></head>` +
  `<body>${markup}</body></html>`;
