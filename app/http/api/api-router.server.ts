// Matches API paths to endpoints with its own table, since Remix tries every route in turn.
import { asKept } from "~/ground/api-shapes.server";
import { isPlainText } from "~/ground/plain-text";
import { dropEnd } from "~/ground/trim-end";
import type { Endpoint } from "~/http/contract/endpoint.server";

export type Params = Record<string, string | undefined>;

interface Served {
  endpoint: Pick<Endpoint, "path">;
}

interface Found<One> {
  served: readonly One[];
  params: Params;
}

interface ApiRoute<One> {
  segments: readonly Segment[];
  served: One[];
}

type Segment = { word: string } | { id: string };

/** Matches like Remix's router: case-insensitive, trailing slashes ignored, words before ids. */
export function apiRouter<One extends Served>(all: readonly One[]): (path: string) => Found<One> | null {
  const routes = new Map<string, ApiRoute<One>>();
  for (const one of all) {
    const { path } = one.endpoint;
    const route = routes.get(path) ?? { segments: path.split("/").map(readSegment), served: [] };
    route.served.push(one);
    routes.set(path, route);
  }
  const wordsFirst = [...routes.values()].sort((a, b) => idsOf(a) - idsOf(b));
  return (path) => {
    const parts = dropEnd(path, /\//).split("/").map(decodeURIComponent);
    for (const { segments, served } of wordsFirst) {
      const params = compare(segments, parts);
      if (params) return { served, params };
    }
    return null;
  };
}

function readSegment(text: string): Segment {
  const id = /^\{(\w+)\}$/.exec(text)?.[1];
  return id === undefined ? { word: text.toLowerCase() } : { id };
}

const idsOf = ({ segments }: ApiRoute<unknown>): number => segments.filter((segment) => "id" in segment).length;

function compare(segments: readonly Segment[], parts: readonly string[]): Params | null {
  if (segments.length !== parts.length) return null;
  const params: Params = {};
  for (const [at, segment] of segments.entries()) {
    const part = parts[at] ?? "";
    if ("id" in segment) {
      if (part === "" || !isPlainText(part)) return null;
      params[segment.id] = asKept(part);
    } else if (part.toLowerCase() !== segment.word) return null;
  }
  return params;
}
