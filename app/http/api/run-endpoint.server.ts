// Carries out an endpoint for a named key that is in already, as its route would: for ways in that are not a route of the API.
import type { App } from "~/app.server";
import type { Handler } from "./api.server";
import type { Params } from "./api-router.server";
import type { KeyCaller } from "./authenticate.server";
import { readFields } from "./fields.server";
import { unkeyed } from "./idempotency/idempotency.server";
import { noteDeed, requireScope } from "./named-key.server";
import { requireOwned } from "./require-owned.server";

export interface Sent {
  params?: Params;
  body?: Record<string, unknown>;
  /** As an address has them: texts. */
  query?: Record<string, string>;
}

/**
 * The answer without its envelope. Whether the key may ask here is the caller's to know. Throws what the route refuses with, and
 * invalid for every field that it doesn't know.
 */
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
  await noteDeed(app, request, caller, endpoint);
  return answer;
}
