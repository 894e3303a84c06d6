// Reads tweets or a thread in an answer's text. Pure.
import { isRefusal } from "../answer/form-fault";
import { findTexts } from "../answer/texts";
import { unwrap } from "../answer/unwrap";
import { valuesIn } from "../answer/values";
import { WriterError } from "../port";
import type { Faults } from "./faults";
import type { Answer } from "./provider";

export interface Reading {
  /** Reads the text of an answer. Throws WriterError cut if the service stopped before it could be read. */
  answer<T>(given: Pick<Answer, "text" | "end">, read: (text: string) => T): T;
  /** Drops blank tweets. `topic`: the user's input. Throws WriterError: malformed, empty, blocked. */
  tweets(answer: string, topic: string): string[];
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
    answer({ text, end }, read) {
      try {
        return read(text);
      } catch (error) {
        const isUnread = error instanceof WriterError && error.reason !== "blocked";
        throw end === "cut" && isUnread ? faults.cut(error) : error;
      }
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
