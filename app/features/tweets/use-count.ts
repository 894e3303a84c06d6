// The weighted length of a text while it is being typed: counted here, and what only the server can weigh asked for there.
import { useEffect, useMemo, useState } from "react";
import { type Count, countText, type Weighed } from "./count";

/** So long nobody types before the server is asked. */
const pauseMs = 250;
/** As many as the server takes at once. */
const maxPieces = 200;

/** `told` is what the server has said already. While it is asked, and where it can't be, the count says so by `unsure`. */
export function useCount(text: string, told: readonly [string, Weighed][] = []): Count {
  const [known, setKnown] = useState<ReadonlyMap<string, Weighed>>(() => new Map(told));
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
          // Offline, or signed out meanwhile: the count stays a guess, and the server decides when it is saved.
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
