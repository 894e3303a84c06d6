// The walk over the OpenAPI page: one cast for all of its tests, and how they ask.
import { afterAll, beforeAll } from "vitest";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import type { Sent } from "~tests/support/calls/client";

export let cast: Cast;

/** One cast for the whole file: its witness must have seen everything at the end. */
export function beginWalk(): void {
  beforeAll(async () => {
    cast = await createCast();
  });
  afterAll(() => cast?.close());
}

export type Body = Record<string, unknown> & { data: Record<string, unknown> };
export const send = (method: string, path: string, sent: Sent = {}, by: string | undefined = cast.alice.key) =>
  cast.client.send<Body>(method, path, sent, by);
export const anyone = (method: string, path: string, sent: Sent = {}) => cast.client.send<Body>(method, path, sent);
export const post = (path: string, json?: unknown) => send("POST", path, { json });
export const get = (path: string) => send("GET", path);
export const of = (member = cast.alice) => cast.idsOf(member);
