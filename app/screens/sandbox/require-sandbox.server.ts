// Returns the sandbox, or throws 404 if the server uses X.
import type { App } from "~/app.server";
import { isSandbox } from "~/ports/network/index.server";
import type { Sandbox } from "~/ports/network/sandbox.server";

export function requireSandbox({ network }: Pick<App, "network">): Sandbox {
  if (!isSandbox(network)) throw new Response("Not Found", { status: 404 });
  return network;
}
