// MCP endpoint: authenticates, checks origin and limits, then calls the MCP library.
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { AppError, isAppError, unforeseen } from "~/ground/errors";
import type { Handler } from "~/http/api/api.server";
import { requireNamedKey } from "~/http/api/authenticate.server";
import { readBody } from "~/http/api/body.server";
import { knownFault } from "~/http/api/fault.server";
import { toldFaults } from "~/http/api/fields.server";
import { countRequest } from "~/http/api/named-key.server";
import { tellRefusal } from "~/http/api/refusal-headers.server";
import { jsonResponse, refused } from "~/http/door/envelope.server";
import { foreignOriginHeader, methodHeader, requestIdHeader } from "~/http/door/headers.server";
import { maxBodies } from "~/http/door/limits.server";
import { messages } from "~/http/session/same-origin.server";
import { openProtocol, type Protocol } from "./protocol.server";

const allow = "POST";

export function mcp(handlers: readonly Handler[]) {
  let opened: Promise<Protocol> | null = null;
  /** Loaded on first request: the library takes 24 MB and a third of a second, and few servers have agents. */
  const protocol = (): Promise<Protocol> =>
    (opened ??= openProtocol(handlers).catch((error: unknown) => {
      opened = null;
      throw error;
    }));
  const answer = async ({ request }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const app = getApp();
    const headers = new Headers({ "Cache-Control": "no-store" });
    const method = request.headers.get(methodHeader) ?? request.method;
    if (method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow } });
    try {
      requireOwnOrigin(app, request);
      if (method !== "POST") throw new AppError("method_not_allowed", `This URL doesn’t support ${method}.`);
      const caller = await requireNamedKey(app, request);
      countRequest(app, caller.key, headers);
      const message = await readMessage(request);
      const response = await (await protocol())(message, { app, request, caller });
      for (const [name, value] of headers) response.headers.append(name, value);
      return response;
    } catch (error) {
      return refusal(app, request, error, headers);
    }
  };
  return { loader: answer, action: answer };
}

const oneByOne = "Send one message at a time.";

/** Reads the body. Throws too_large, and invalid for a batch, which would count as one message. */
async function readMessage(request: Request): Promise<Request> {
  const body = await readBody(request, maxBodies.usual);
  if (/^\s*\[/.test(new TextDecoder().decode(body))) throw new AppError("invalid", oneByOne);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}

/** Programs send no Origin, browsers do. The request's host can't be trusted because of DNS rebinding. */
function requireOwnOrigin({ config }: App, { headers }: Request): void {
  const origin = headers.get("origin") ?? headers.get(foreignOriginHeader);
  if (origin !== null && origin !== new URL(config.appOrigin).origin)
    throw new AppError("cross_site", messages.crossSite);
}

function refusal(app: App, request: Request, error: unknown, headers: Headers): Response {
  const known = knownFault(error);
  if (!isAppError(error))
    app.log.error({ err: error, requestId: request.headers.get(requestIdHeader) }, "a request of an agent broke");
  const { code, message, status } = known ?? { code: "unforeseen" as const, message: unforeseen, status: 500 };
  if (known) tellRefusal(known, headers);
  if (status === 405) headers.set("Allow", allow);
  const faults = known?.status === 422 ? toldFaults(known) : null;
  return jsonResponse(refused(code, message, faults ?? known?.detail), status, headers);
}
