// Previews a voice: one tweet on a topic without it and one with it. Neither is stored.
import type { App } from "~/app.server";
import { generationMessages } from "~/ground/messages";
import { seconds } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { countBack, countOne } from "~/features/rate-limits/rate-limits.server";
import { instructionsOf, type VoiceFields, voiceFaultOf } from "~/features/voice/voice";
import { codeOf, WriterError } from "~/ports/ai/port";
import type { Voice } from "~/ports/ai/voice";
import { noteSubstitute, noteWriterRefusal } from "./refusal.server";

const lasts = seconds(40);

const messages = {
  empty: "This voice is empty, so both would be the same. Describe it first.",
  nothing: "The AI returned nothing. Try again.",
  late: "The AI took too long. Try again.",
  interrupted: "The server was restarted. Try again.",
} as const;

export interface Preview {
  before: string;
  after: string;
  /** Reason why a batch would reject `after`; null if it wouldn't. */
  fault: string | null;
}

/**
 * Counts as two batches. `topic` must be trimmed. Throws not_configured, voice_empty, rate_limited, writer_context,
 * writer_failed, timeout, shutting_down.
 */
export async function previewVoice(
  app: App,
  userId: string,
  { topic, fields }: { topic: string; fields: VoiceFields },
): Promise<Preview> {
  if (app.ai.limits) throw new AppError("not_configured", app.ai.limits.refusesPreview);
  const voice = instructionsOf({ ...fields, on: true, learn: false });
  if (!voice) throw new AppError("voice_empty", messages.empty);
  await countTwo(app, userId);
  const [before, after] = await app.work.track(writeBoth(app, topic, voice));
  return { before, after, fault: voiceFaultOf(after, voice, topic) };
}

async function countTwo(app: App, userId: string): Promise<void> {
  await countOne(app, "generation", userId);
  try {
    await countOne(app, "generation", userId);
  } catch (error) {
    await countBack(app, "generation", userId);
    throw error;
  }
}

async function writeBoth(app: App, topic: string, voice: Voice): Promise<[string, string]> {
  const deadline = new AbortController();
  const cancel = app.clock.after(lasts, () => deadline.abort());
  const endsAt = app.clock.monotonic() + lasts;
  const { shutdownSignal } = app.work;
  const signal = AbortSignal.any([deadline.signal, shutdownSignal]);
  const write = async (more: { voice?: Voice }): Promise<string> => {
    const request = { topic, webSearch: false, count: 1, signal, endsAt, ...more };
    const { texts, substitute } = await app.ai.writeTweets(request);
    await noteSubstitute(app, substitute);
    const text = texts[0]?.normalize("NFC").trim();
    if (!text) throw new WriterError("empty", messages.nothing);
    return text;
  };
  try {
    return await Promise.all([write({}), write({ voice })]);
  } catch (error) {
    app.log.warn({ err: error }, "a voice's preview failed");
    await noteWriterRefusal(app, error);
    throw failureOf(error, shutdownSignal.aborted, deadline.signal.aborted);
  } finally {
    cancel();
  }
}

function failureOf(cause: unknown, isShuttingDown: boolean, isLate: boolean): AppError {
  if (isShuttingDown) return new AppError("shutting_down", messages.interrupted, { cause });
  if (isLate) return new AppError("timeout", messages.late, { cause });
  if (!(cause instanceof WriterError)) return new AppError("writer_failed", generationMessages.failed, { cause });
  return new AppError(codeOf(cause.reason), cause.message, { cause });
}
