// Calls route handlers with real Requests, as the router would.
import { type ActionFunctionArgs, createCookie, type LoaderFunctionArgs } from "@remix-run/node";
import type { App } from "~/app.server";
import * as api from "~/routes/api";

type HandlerArgs = LoaderFunctionArgs & ActionFunctionArgs;
type Handler = (args: HandlerArgs) => unknown;

export interface Route {
  loader?: Handler;
  action?: Handler;
}

export interface Sent {
  method?: string;
  params?: Record<string, string>;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
}

const origin = "http://localhost:3000";

/** Calls the API; `path` may carry a query. */
export const callApi = (path: string, sent: Omit<Sent, "params"> = {}): Promise<Response> => call(api, path, sent);

/** Calls a route; `path` may carry a query. */
export async function call(route: Route, path: string, sent: Sent = {}): Promise<Response> {
  const method = sent.method ?? (sent.json === undefined && sent.body === undefined ? "GET" : "POST");
  const headers = new Headers({ host: "localhost:3000", ...sent.headers });
  if (sent.json !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
  const request = new Request(`${origin}${path}`, { method, headers, body });
  const handler = method === "GET" || method === "HEAD" ? route.loader : route.action;
  const args = { request, params: sent.params ?? {}, context: {} };
  return (await handler?.(args as HandlerArgs)) as Response;
}

export const sameOrigin = { "sec-fetch-site": "same-origin" };

/** The cookie that a Set-Cookie header sets, as a Cookie header. */
export const cookieOf = (response: Response): string => response.headers.get("set-cookie")?.split(";", 1)[0] ?? "";

/** The Cookie header of the browser that has this session. */
export async function cookieFor(app: App, sessionId: string): Promise<string> {
  const cookie = createCookie("linnet", { secrets: app.config.sessionSecrets });
  return (await cookie.serialize(sessionId)).split(";", 1)[0] ?? "";
}
