// Defines a tool: name, description, input and action.
import type { z } from "zod";
import type { Scope } from "~/features/api-keys/scope";
import type { App } from "~/app.server";
import type { KeyCaller } from "~/http/api/authenticate.server";
import type { Sent } from "~/http/api/run-endpoint.server";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";

export interface Asking {
  app: App;
  request: Request;
  caller: KeyCaller;
}

export type Send = <Answer>(
  endpoint: Endpoint<Access, unknown, unknown, Answer>,
  sent: Sent,
) => Promise<Omit<Answer, "success">>;

export interface ToolCall extends Asking {
  send: Send;
}

/** MCP annotations. Set all four, since two default to true. */
export interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export const noHints: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const readOnly: Hints = { ...noHints, readOnlyHint: true };

export interface Described {
  name: string;
  title: string;
  description: string;
  scope: Scope;
  hints: Hints;
  words?: Record<string, string>;
}

export type Arguments = Record<string, unknown>;

export interface Tool extends Described {
  /** Added to the description on this server. */
  note?(app: App): string | null;
  input: z.ZodObject;
  /** `args` are raw, but unknown names are already refused. */
  run(call: ToolCall, args: Arguments): Promise<object>;
}
