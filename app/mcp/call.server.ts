// Runs a tool call and formats its result or error.
import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError, type ErrorCode, isAppError, unforeseen } from "~/ground/errors";
import type { Handler } from "~/http/api/api.server";
import { requirePlain } from "~/http/api/body.server";
import { knownFault } from "~/http/api/fault.server";
import { noSuchField } from "~/http/api/reading/no-such-field.server";
import { runEndpoint, type Sent } from "~/http/api/run-endpoint.server";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";
import { requestIdHeader } from "~/http/door/headers.server";
import { asListed } from "./schemas.server";
import type { Arguments, Asking, Send, Tool, ToolCall } from "./tool.server";

export const sendFor =
  ({ app, request, caller }: Asking, byEndpoint: ReadonlyMap<Endpoint, Handler>): Send =>
  async <Answer>(endpoint: Endpoint<Access, unknown, unknown, Answer>, sent: Sent) => {
    const handler = byEndpoint.get(endpoint);
    if (!handler) throw new Error(`Nothing answers at ${endpoint.path}`);
    // Safe cast: `serve` ties the handler to its contract.
    return (await runEndpoint(app, request, caller, handler, sent)) as Omit<Answer, "success">;
  };

/** Never throws; errors are returned as results. */
export async function callTool(tool: Tool, call: ToolCall, args: Arguments): Promise<CallToolResult> {
  try {
    requirePlain(Object.entries(args), "body");
    requireKnown(tool, args);
    const answer = await tool.run(call, asListed(tool, args));
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
  } catch (error) {
    const known = knownFault(error);
    if (!isAppError(error)) logBroken(call, error, tool.name);
    return refusal(known?.code ?? "unforeseen", known?.message ?? unforeseen);
  }
}

const refusal = (code: ErrorCode, sentence: string): CallToolResult => ({
  isError: true,
  content: [{ type: "text", text: sentence }],
  structuredContent: { code },
  _meta: { "linnet/code": code },
});

export function logBroken({ app, request }: Asking, error: unknown, subject: string): void {
  app.log.error(
    { err: error, requestId: request.headers.get(requestIdHeader), what: subject },
    "an agent's call broke",
  );
}

const maxStrangers = 20;

function requireKnown({ input }: Tool, args: Arguments): void {
  const known = Object.keys(input.shape);
  const faults = Object.keys(args)
    .filter((name) => !known.includes(name))
    .slice(0, maxStrangers)
    .map((name) => ({ loc: ["body", name], msg: noSuchField(name, known), type: "unknown_field" as const }));
  if (faults.length > 0) throw new AppError("invalid", faults.map(({ msg }) => msg).join(", "), { faults });
}
