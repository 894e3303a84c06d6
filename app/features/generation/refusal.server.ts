// Notifies the operator, once a day, when the writer rejects this server.
import type { App } from "~/app.server";
import { recordLasting } from "~/features/events/events.server";
import { type Substitute, WriterError, type WriterFailure } from "~/ports/ai/port";

/** Failures that only a new key, credits or a setting can fix. */
const lasting: readonly WriterFailure[] = ["key", "quota", "model", "region"];

export async function noteWriterRefusal(app: App, error: unknown): Promise<void> {
  if (error instanceof WriterError) await noteReason(app, error.reason);
}

/** The other writer took over, but the first one still needs the operator. */
export async function noteSubstitute(app: App, substitute: Substitute | null | undefined): Promise<void> {
  if (substitute) await noteReason(app, substitute.insteadOf);
}

async function noteReason(app: App, reason: WriterFailure): Promise<void> {
  if (lasting.includes(reason)) await recordLasting(app, { type: "writer.refused", detail: reason });
}
