// Writes a thread: one call, and one more to fix parts that can't be posted.
import type { App } from "~/app.server";
import { listEarlier } from "~/features/tweets/tweets.server";
import { avoidedTopic } from "~/features/voice/voice";
import { WriterError } from "~/ports/ai/port";
import { type Faulty, review, type Rules, taskMessages } from "~/features/generation/batch";
import { addSpent } from "~/ports/ai/spent";
import * as writing from "~/features/generation/write.server";
import type { Wish, Written } from "~/features/generation/write.server";

/** Returns exactly `count` different, postable parts. Throws WriterError if any part stays faulty. */
export async function writeThread(app: App, wish: Wish, count: number): Promise<Written> {
  const batch = writing.emptyBatch();
  const { topic, webSearch, signal, endsAt, userId, spent } = wish;
  const author = { voice: wish.voice ?? undefined, examples: wish.examples ?? undefined };
  const earlier = await listEarlier(app, userId, app.clock.now() - writing.earlierWithin, writing.maxEarlier);
  const isTimeLeft = () => !signal.aborted && endsAt - app.clock.monotonic() > writing.worthAsking;
  const judge = async (texts: readonly string[]) => judgeParts(texts, await writing.rulesFor(app, wish, texts));

  try {
    const written = await app.ai.writeThread({ topic, webSearch, parts: count, signal, endsAt, earlier, ...author });
    addSpent(spent, written);
    writing.add(batch, written, webSearch);
    let judged = await judge(written.texts);
    if (judged.faulty.length > 0 && isTimeLeft()) {
      const faulty = judged.faulty.map(({ no, text, fault }) => ({ text, fault: `Part ${no} of a thread. ${fault}` }));
      const known = [...judged.good.values(), ...earlier];
      const ask = { topic, webSearch: false, count: faulty.length, faulty, earlier: known, signal, endsAt, ...author };
      const mended = await app.ai.writeTweets(ask);
      addSpent(spent, mended);
      writing.addWriter(batch, mended);
      // A missing part would shift the others.
      if (mended.texts.length === faulty.length) judged = await judge(withMended(written.texts, judged, mended.texts));
    }
    if (judged.faulty.length > 0)
      throw new WriterError("malformed", avoidedTopic(topic, wish.voice) ?? taskMessages.notAThread);
    batch.texts.push(...judged.good.values());
  } catch (error) {
    if (error instanceof WriterError) addSpent(spent, error.more.spent);
    throw error;
  }
  return batch;
}

interface Judged {
  good: Map<number, string>;
  faulty: (Faulty & { no: number })[];
}

function judgeParts(texts: readonly string[], rules: Rules): Judged {
  const judged: Judged = { good: new Map(), faulty: [] };
  for (const [n, text] of texts.entries()) {
    const { good, faulty } = review([text], rules, [...judged.good.values()]);
    const [part] = good;
    if (part !== undefined) judged.good.set(n + 1, part);
    else judged.faulty.push({ no: n + 1, ...(faulty[0] ?? { text, fault: "It is empty." }) });
  }
  return judged;
}

function withMended(texts: readonly string[], { faulty }: Judged, mended: readonly string[]): string[] {
  const all = [...texts];
  for (const [n, { no }] of faulty.entries()) all[no - 1] = mended[n] ?? "";
  return all;
}
