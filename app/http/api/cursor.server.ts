// Encodes pagination cursors: opaque, and valid only for the same filters.
import { createHash } from "node:crypto";
import { AppError } from "~/ground/errors";
import { credentials } from "~/http/contract/endpoint.server";

const hashOf = (filters: object): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(filters).sort()))
    .digest("base64url")
    .slice(0, 12);

export const toCursor = (last: string | number, filters: object): string =>
  Buffer.from(`${hashOf(filters)}.${last}`).toString("base64url");

/** Returns the last item's key, or null without a cursor. Throws invalid for a cursor of another list. */
export function fromCursor(cursor: string | undefined, filters: object): string | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const [hash, last] = [text.slice(0, 12), text.slice(13)];
  if (hash === hashOf(filters) && /^[\w-]{1,60}$/.test(last)) return last;
  throw foreignCursor();
}

const foreignCursor = (): AppError =>
  new AppError("invalid", "This cursor belongs to another list.", { about: { field: "cursor", type: "invalid" } });

/** Splits a cursor into time (ms) and id. Throws invalid if malformed. */
export function placeIn(last: string | null): { at: number; id: number } | null {
  if (last === null) return null;
  const [, at, id] = /^(\d{1,16})-(\d{1,16})$/.exec(last) ?? [];
  if (at === undefined || id === undefined) throw foreignCursor();
  return { at: Number(at), id: Number(id) };
}

export function placeByUuidIn(last: string | null): { at: number; id: string } | null {
  if (last === null) return null;
  const [, at, id] = /^(\d{1,16})-([0-9a-f-]{36})$/.exec(last) ?? [];
  if (at === undefined || id === undefined) throw foreignCursor();
  return { at: Number(at), id };
}

export function idIn(last: string | null): number | null {
  if (last !== null && !/^\d{1,15}$/.test(last)) throw foreignCursor();
  return last === null ? null : Number(last);
}

export function linkNext(headers: Headers, request: Request, cursor: string | null): void {
  if (cursor === null) return;
  const { pathname, searchParams } = new URL(request.url);
  for (const name of credentials) searchParams.delete(name);
  searchParams.set("cursor", cursor);
  headers.set("Link", `<${pathname}?${searchParams.toString()}>; rel="next"`);
}
