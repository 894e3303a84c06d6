// What a tool is: its name, what is said of it, what it takes, and what it does.
import type { z } from "zod";
import type { Scope } from "~/features/api-keys/scope";
import type { App } from "~/app.server";
import type { KeyCaller } from "~/http/api/authenticate.server";
import type { Sent } from "~/http/api/run-endpoint.server";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";

/** Who asks, by which request. */
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
  /** Does what a route of the API does. */
  send: Send;
}

/** What a client may believe of it before it asks its person. All four always: two of them are true where they are left out. */
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
  /** Of arguments that are not what their name says elsewhere. */
  words?: Record<string, string>;
}

export type Arguments = Record<string, unknown>;

export interface Tool extends Described {
  input: z.ZodObject;
  /** `args`: as they came; names that `input` doesn't have are refused already. */
  run(call: ToolCall, args: Arguments): Promise<object>;
}
