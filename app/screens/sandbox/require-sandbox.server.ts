// The sandbox, for its own pages: where X serves they are not there.
import type { App } from "~/app.server";
import { isSandbox } from "~/ports/network/index.server";
import type { Sandbox } from "~/ports/network/sandbox.server";

/** Throws 404 where another network serves. */
export function requireSandbox({ network }: Pick<App, "network">): Sandbox {
  if (!isSandbox(network)) throw new Response("Not Found", { status: 404 });
  return network;
}
