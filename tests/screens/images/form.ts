// The form of pictures as a browser sends it, and what came of it.
import type { TestApp } from "~tests/support/app";
import { call, cookieFor, sameOrigin } from "~tests/support/calls/call";
import { readFlash } from "~/screens/forms/flash.server";
import * as route from "~/routes/images";

export interface Sent {
  fields: Record<string, string>;
  /** By the names of their fields. */
  files?: Record<string, Buffer>;
  headers?: Record<string, string>;
  /** Null: nobody. */
  sessionId: string | null;
}

export interface Came {
  status: number;
  message: string;
  error: string;
  /** Where it leads to, and what of it was typed: without a script. */
  to: string | null;
  values: Record<string, string>;
  /** What the browser gets to keep until the next page. */
  cookie: string;
}

/** The fields in the order of the window: hidden ones, then each file before its words. */
function formOf({ fields, files = {} }: Sent): FormData {
  const form = new FormData();
  const isFirst = (name: string) => /^(?:tweet_id|back|media_)/.test(name);
  for (const [name, value] of Object.entries(fields)) if (isFirst(name)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new File([new Uint8Array(bytes)], `${name}.jpg`, { type: "image/jpeg" }));
  for (const [name, value] of Object.entries(fields)) if (!isFirst(name)) form.append(name, value);
  return form;
}

const headersOf = async (app: TestApp, { sessionId, headers }: Sent): Promise<Record<string, string>> => ({
  ...sameOrigin,
  ...(sessionId === null ? {} : { cookie: await cookieFor(app, sessionId) }),
  ...headers,
});

/** By a document: a redirect, and a sentence in a cookie. */
export async function post(app: TestApp, sent: Sent): Promise<Came> {
  const headers = { accept: "text/html", ...(await headersOf(app, sent)) };
  const answer = await call(route, "/images", { method: "POST", body: formOf(sent), headers });
  const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const flash = await readFlash(new Request("http://localhost:3000/", { headers: { cookie } }), app.config);
  return {
    status: answer.status,
    message: flash?.message ?? "",
    error: flash?.refused?.error ?? "",
    to: answer.headers.get("location"),
    values: flash?.refused?.values ?? {},
    cookie,
  };
}

/** By a script. */
export async function send(
  app: TestApp,
  sent: Sent,
): Promise<{ status: number; message: string | null; error: string | null; added: string[] }> {
  const headers = { accept: "application/json", ...(await headersOf(app, sent)) };
  const answer = await call(route, "/images", { method: "POST", body: formOf(sent), headers });
  return { status: answer.status, ...((await answer.json()) as Omit<Awaited<ReturnType<typeof send>>, "status">) };
}

export const openAddress = async (app: TestApp, sessionId: string | null): Promise<Response> =>
  call(route, "/images", { headers: sessionId === null ? {} : { cookie: await cookieFor(app, sessionId) } });
