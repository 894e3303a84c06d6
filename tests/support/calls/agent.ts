// An agent: the protocol's official client with a named key, over the network or in this process.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The protocol of 2025 with its handshake, or whichever the server knows: that of 2026. */
export type Era = "legacy" | "auto";
export const eras = ["legacy", "auto"] as const satisfies readonly Era[];

interface Connect {
  /** Of the server, without a path. */
  origin: string;
  key: string;
  era?: Era;
  /** Answers in this process. */
  route?: (request: Request) => Promise<Response>;
}

export interface Called {
  isError: boolean;
  /** What a program reads. */
  data: Record<string, unknown>;
  text: string;
  /** Of a refusal; null where there is none. */
  code: unknown;
}

export interface Agent {
  client: Client;
  /** Throws where the protocol itself refuses: a tool that isn't there. */
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
}

export async function connectAgent({ origin, key, era = "legacy", route }: Connect): Promise<Agent> {
  const client = new Client({ name: "tests", version: "1.0.0" }, { versionNegotiation: { mode: era } });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", origin), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(route && { fetch: (url, init) => route(new Request(url, { ...init, signal: null })) }),
  });
  await client.connect(transport);
  return {
    client,
    async call(name, args = {}) {
      const { isError = false, structuredContent, content, _meta } = await client.callTool({ name, arguments: args });
      const [first] = content as { type: string; text?: string }[];
      const data = (structuredContent ?? {}) as Record<string, unknown>;
      return { isError, data, text: first?.text ?? "", code: _meta?.["linnet/code"] ?? null };
    },
  };
}
