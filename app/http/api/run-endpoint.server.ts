// Runs an endpoint for an authenticated named key outside its HTTP route.
import type { App } from "~/app.server";
import type { Handler } from "./api.server";
import type { Params } from "./api-router.server";
import type { KeyCaller } from "./authenticate.server";
import { readFields } from "./fields.server";
import { unkeyed } from "./idempotency/idempotency.server";
import { recordKeyUse, requireScope } from "./named-key.server";
import { requireOwned } from "./require-owned.server";

export interface Sent {
  params?: Params;
  body?: Record<string, unknown>;
  query?: Record<string, string>;
}

export async function runEndpoint(
  app: App,
  request: Request,
  caller: KeyCaller,
  { endpoint, run }: Handler,
  { params = {}, body = {}, query = {} }: Sent,
): Promise<unknown> {
  await requireOwned(app, caller.user.id, params);
  const fields = readFields(endpoint, body, new URLSearchParams(query), { isStrict: true });
  const alsoNeeded = endpoint.alsoNeeds?.(fields.body);
  if (alsoNeeded) requireScope(caller.key, alsoNeeded);
  const call = { app, request, params, ...fields, file: Buffer.alloc(0), headers: new Headers(), once: unkeyed };
  const answer = await run({ ...call, ...caller, sessionHash: null });
  await recordKeyUse(app, request, caller, endpoint);
  return answer;
}
