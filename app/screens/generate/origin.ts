// Says who wrote a batch, and what the user should know of it. Pure.
import { batchSize } from "~/features/generation/batch";
import type { BatchView } from "~/features/generation/generation.server";
import * as demo from "~/ports/ai/demo/showcase";
import { isForeign } from "~/ports/ai/demo/subject";
import { nameOf, substituteText } from "~/ports/ai/writer-words";
import { unsearched } from "./title";

/** Null if there is nothing to say. */
export function originOf(batch: BatchView): string | null {
  const { work, webSearch, searched, topic, tweets } = batch;
  const { kind, model: name } = work.writer;
  if (kind !== "demo") {
    const by = { kind, name };
    const instead = batch.insteadOf && substituteText(by, batch.insteadOf);
    const search = searched ? "With web search." : searched === null ? null : unsearched(nameOf(by));
    return [instead, search, batch.cut ? stoppedEarly(tweets.length) : null].filter(Boolean).join(" ") || null;
  }
  if (tweets.some(({ content }) => demo.isOfShowcase(content)))
    return demo.isShowcase(topic) ? demo.writtenBefore : `${demo.tooMuch} ${demo.writtenBefore}`;
  const unable = [webSearch && " It doesn’t search the web.", isForeign(topic) && ` ${demo.englishOnly}`];
  return `Written by the demo writer.${unable.filter(Boolean).join("")} ${demo.stockText}`;
}

const stoppedEarly = (count: number): string =>
  `${count < batchSize ? `${count} of ${batchSize} tweets. ` : ""}The model stopped early, and these were finished.`;
