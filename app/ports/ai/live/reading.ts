// Reads tweets or a thread in an answer's text. Pure.
import { isRefusal } from "../answer/form-fault";
import { salvage } from "../answer/salvage";
import { findTexts } from "../answer/texts";
import { unwrap } from "../answer/unwrap";
import { valuesIn } from "../answer/values";
import { WriterError } from "../port";
import type { Faults } from "./faults";
import type { Answer } from "./provider";

type Keep<T> = (text: string) => T | null;

export interface Reading {
  /** Reads the text of an answer, and keeps what a service had finished before it stopped. Throws WriterError. */
  answer<T>(answer: Pick<Answer, "text" | "end" | "fault">, read: (text: string) => T, keep?: Keep<T>): T;
  /** Drops blank tweets. `topic`: the user's input. Throws WriterError: malformed, empty, blocked. */
  tweets(answer: string, topic: string): string[];
  /** The finished tweets of an answer that was cut off; null if they are fewer than `least`. */
  finished(answer: string, topic: string, least: number): string[] | null;
  /** Throws WriterError malformed unless there are exactly `count` parts. */
  thread(answer: string, topic: string, count: number): string[];
}

export function readingWith(faults: Faults): Reading {
  function readTexts(answer: string, topic: string): string[] {
    const texts = findTexts(valuesIn(answer));
    if ((texts ?? [answer]).every(isRefusal) && texts?.length !== 0 && !isRefusal(topic))
      throw faults.refused(answer.slice(0, 500));
    if (texts === null) throw faults.malformed("no list of texts");
    return unwrap(texts, topic);
  }

  return {
    answer({ text, end, fault }, read, keep) {
      try {
        return read(text);
      } catch (error) {
        if (end === "whole" || !(error instanceof WriterError) || error.reason === "blocked") throw error;
        const kept = keep?.(text) ?? null;
        if (kept === null) throw fault ?? faults.cut(error);
        return kept;
      }
    },
    finished(answer, topic, least) {
      const texts = unwrap(salvage(answer) ?? [], topic).filter((text) => text !== "");
      return texts.length >= least ? texts : null;
    },
    tweets(answer, topic) {
      const texts = readTexts(answer, topic).filter((text) => text !== "");
      if (texts.length === 0) throw faults.empty();
      return texts;
    },
    thread(answer, topic, count) {
      const parts = readTexts(answer, topic);
      if (parts.length !== count || parts.includes(""))
        throw faults.malformed(`${parts.length} parts instead of ${count}`);
      return parts;
    },
  };
}
