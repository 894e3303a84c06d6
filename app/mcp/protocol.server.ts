// Loads the MCP library on first use and builds a server per request.
import type * as Library from "@modelcontextprotocol/server";
import { version } from "../../package.json";
import type { Handler } from "~/http/api/api.server";
import type { Endpoint } from "~/http/contract/endpoint.server";
import { callTool, sendFor } from "./call.server";
import { instructions } from "./guide";
import { addPages } from "./pages.server";
import { addPrompts } from "./prompts.server";
import { listedSchema } from "./schemas.server";
import type { Asking } from "./tool.server";
import { tools } from "./tools/index.server";

export type Protocol = (request: Request, context: Asking) => Promise<Response>;

/** Call once: the library logs a line each time. */
export async function openProtocol(handlers: readonly Handler[]): Promise<Protocol> {
  const library = await import("@modelcontextprotocol/server");
  const byEndpoint = new Map<Endpoint, Handler>(handlers.map((handler) => [handler.endpoint, handler]));
  const make = ({ authInfo }: Library.McpRequestContext) => serverFor(library, byEndpoint, askingIn(authInfo));
  // Resources never change while the server runs, so clients get no subscriptions.
  const { fetch: answer } = library.createMcpHandler(make, { responseMode: "json", maxSubscriptions: 0 });
  return (request, context) => answer(request, { authInfo: authInfoOf(context) });
}

const authInfoOf = (context: Asking): Library.AuthInfo => ({
  token: "",
  clientId: context.caller.user.id,
  scopes: [...context.caller.key.scopes],
  extra: { asking: context },
});

function askingIn(authInfo: Library.AuthInfo | undefined): Asking {
  const asking = authInfo?.extra?.["asking"];
  if (!asking) throw new Error("A server was made for nobody");
  return asking as Asking;
}

function serverFor(
  library: typeof Library,
  byEndpoint: ReadonlyMap<Endpoint, Handler>,
  context: Asking,
): Library.McpServer {
  const { scopes } = context.caller.key;
  const fixed = { listChanged: false };
  const server = new library.McpServer(
    { name: "linnet", title: "Linnet", version, websiteUrl: context.app.config.appOrigin },
    { instructions, capabilities: { tools: fixed, resources: fixed, prompts: fixed } },
  );
  const call = { ...context, send: sendFor(context, byEndpoint) };
  for (const tool of tools().filter(({ scope }) => scopes.includes(scope))) {
    const { name, title, description, hints } = tool;
    const note = tool.note?.(context.app) ?? null;
    const described = {
      title,
      description: note === null ? description : `${description} ${note}`,
      // Output schemas are omitted: they made up five sixths of the list and hosts don't pass them to models.
      inputSchema: listedSchema(tool),
      annotations: { title, ...hints },
    };
    server.registerTool(name, described, (args) => callTool(tool, call, args));
  }
  addPages(library, server, call);
  addPrompts(server, scopes);
  return server;
}
