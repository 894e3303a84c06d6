// Notifies the operator, once a day, when the writer rejects this server.
import type { App } from "~/app.server";
import { recordLasting } from "~/features/events/events.server";
import { WriterError, type WriterFailure } from "~/ports/ai/port";

/** Failures that only a new key, credits or a setting can fix. */
const lasting: readonly WriterFailure[] = ["key", "quota", "model", "region"];

export async function noteWriterRefusal(app: App, error: unknown): Promise<void> {
  if (!(error instanceof WriterError) || !lasting.includes(error.reason)) return;
  await recordLasting(app, { type: "writer.refused", detail: error.reason });
}
