// The writer refuses this server: its operator is told, once a day, since no person can mend it.
import type { App } from "~/app.server";
import { recordLasting } from "~/features/events/events.server";
import { WriterError, type WriterFailure } from "~/ports/ai/port";

/** What only a key, credits or a setting mends. */
const lasting: readonly WriterFailure[] = ["key", "quota", "model", "region"];

/** Call it beside what a failed writing comes to; other errors are none of its business. */
export async function noteWriterRefusal(app: App, error: unknown): Promise<void> {
  if (!(error instanceof WriterError) || !lasting.includes(error.reason)) return;
  await recordLasting(app, { type: "writer.refused", detail: error.reason });
}
