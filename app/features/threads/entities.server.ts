// Finds links, hashtags and mentions in a run of text, like X's library, in bounded time. Pure.
import tt from "twitter-text";

export interface Span {
  start: number;
  end: number;
}

/** The library takes quadratic time for long hosts; real ones are shorter. */
const host = "https?://[^\\s/?#:]{1,100}";
// The library's tag characters plus all marks, so a tag may be kept longer than X sees it.
const ofTag =
  "\\p{L}\\p{M}\\p{Nd}_\\u200C\\u200D\\u05BE\\u05F3\\u05F4\\uFF5E\\u301C\\u309B\\u309C\\u30A0\\u30FB\\u3003\\u0F0B\\u0F0C\\u00B7";
const hashtag = `(?:(?<![${ofTag}&])|(?<=[\\uFE0E\\uFE0F]))[#＃][${ofTag}]+`;
const mention = "(?<![\\w!#$%&*@＠])[@＠]\\w+(?:/[\\w-]+)?";
const entity = new RegExp(`${host}|${hashtag}|${mention}`, "giu");

const path = /[/?#:][!-~\u00A1-\u052F]*/y;

/** Finds links only with a protocol: others are Latin, where text is never cut anyway. */
export function* entitiesIn(run: string): Generator<Span> {
  let at = 0;
  for (;;) {
    entity.lastIndex = at;
    const found = entity.exec(run);
    if (!found) return;
    const { 0: match, index: start } = found;
    const end = start + (/^h/i.test(match) ? linkUnits(run, start, match) : match.length);
    if (end > start) yield { start, end };
    at = Math.max(end, start + 1);
  }
}

function linkUnits(run: string, start: number, candidate: string): number {
  const [link] = tt.extractUrlsWithIndices(candidate);
  if (link?.indices[0] !== 0) return 0;
  path.lastIndex = start + link.indices[1];
  return link.indices[1] + (path.exec(run)?.[0].length ?? 0);
}
