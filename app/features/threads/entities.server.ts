// The links, hashtags and mentions in a run of text without spaces, as X's library sees them, in bounded time. Pure.
import tt from "twitter-text";

/** From `start` to before `end`, in code units. */
export interface Span {
  start: number;
  end: number;
}

/** A protocol and what may be a host. The library takes time with the square of it; no real host is longer. */
const host = "https?://[^\\s/?#:]{1,100}";
// The library's own characters of a tag, but that any mark is one: what it would end earlier is kept whole too.
const ofTag =
  "\\p{L}\\p{M}\\p{Nd}_\\u200C\\u200D\\u05BE\\u05F3\\u05F4\\uFF5E\\u301C\\u309B\\u309C\\u30A0\\u30FB\\u3003\\u0F0B\\u0F0C\\u00B7";
const hashtag = `(?:(?<![${ofTag}&])|(?<=[\\uFE0E\\uFE0F]))[#＃][${ofTag}]+`;
const mention = "(?<![\\w!#$%&*@＠])[@＠]\\w+(?:/[\\w-]+)?";
const entity = new RegExp(`${host}|${hashtag}|${mention}`, "giu");

/** What may follow a host. */
const path = /[/?#:][!-~\u00A1-\u052F]*/y;

/**
 * The entities of a run, in their order and none in another. Of links only those with a protocol, whose host may be of any
 * script: one without is of Latin letters alone, between which no run is ever cut.
 */
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

/** How long the link is that begins at `start`; 0 where X sees none. */
function linkUnits(run: string, start: number, candidate: string): number {
  const [link] = tt.extractUrlsWithIndices(candidate);
  if (link?.indices[0] !== 0) return 0;
  path.lastIndex = start + link.indices[1];
  return link.indices[1] + (path.exec(run)?.[0].length ?? 0);
}
