// Which endpoints an address of the API names: a table of its own, since Remix compares an address with every route.
import { asKept } from "~/ground/api-shapes.server";
import { isPlainText } from "~/ground/plain-text";
import { dropEnd } from "~/ground/trim-end";
import type { Endpoint } from "~/http/contract/endpoint.server";

export type Params = Record<string, string | undefined>;

interface Served {
  endpoint: Pick<Endpoint, "path">;
}

/** What answers at an address, and the ids in it. */
interface Found<One> {
  served: readonly One[];
  params: Params;
}

interface ApiRoute<One> {
  segments: readonly Segment[];
  served: One[];
}

/** A word as it stands in small letters, or the id of this name. */
type Segment = { word: string } | { id: string };

/**
 * Finds a path as Remix's router would: in any case of its letters, whatever slashes it ends with, a word before an id;
 * an id is not empty, is unescaped and can be kept as text, a UUID in small letters. The path is well formed (front door). Null where nothing is.
 */
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
