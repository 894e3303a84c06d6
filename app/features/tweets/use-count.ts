// Counts a text's weighted length while it is typed; the server weighs what the browser can't.
import { useEffect, useMemo, useState } from "react";
import { type Count, countText, type Weighed } from "./count";

const pauseMs = 250;
const maxPieces = 200;

export function useCount(text: string, entries: readonly [string, Weighed][] = []): Count {
  const [known, setKnown] = useState<ReadonlyMap<string, Weighed>>(() => new Map(entries));
  const count = useMemo(() => countText(text, known), [text, known]);
  const asks = JSON.stringify(count.unsure.slice(0, maxPieces));

  useEffect(() => {
    const pieces = JSON.parse(asks) as string[];
    if (pieces.length === 0) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      weigh(pieces, ended.signal).then(
        (answer) => setKnown((before) => new Map([...before, ...answer])),
        () => {
          // Offline or signed out: the count stays a guess, and the server decides on saving.
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [asks]);

  return count;
}

async function weigh(texts: string[], signal: AbortSignal): Promise<[string, Weighed][]> {
  const answer = await fetch("/api/tweets/weigh", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ texts }),
    signal,
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const { data } = (await answer.json()) as { data: { weighted_length: number; has_link: boolean }[] };
  return texts.flatMap((text, index) => {
    const one = data[index];
    return one ? [[text, { weight: one.weighted_length, hasLink: one.has_link }] as [string, Weighed]] : [];
  });
}
