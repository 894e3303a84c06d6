// What keeps a move from happening, in sentences for the person who keeps the server. No password is in any of them.
import { faultOf } from "../postgres/faults.server";

/** What can't be moved, in a sentence. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

export const notEmpty = (table: string): string =>
  `The Postgres database is not empty: ${table} has rows. Give Linnet an empty one. Nothing was moved.`;

const usage = "postgres://USER:PASSWORD@HOST:5432/DATABASE";

/** Host, port and name of the database that `url` names: what may be shown of it. Throws MoveError. */
export function placeOf(url: string): string {
  const place = URL.canParse(url) ? new URL(url) : null;
  if (!place || !/^postgres(ql)?:$/.test(place.protocol))
    throw new MoveError(`That is no address of a Postgres database: it looks like ${usage}`);
  return `${place.host || "this machine"}${place.pathname}`;
}

/** `error` as a MoveError where Postgres or the way to it is to blame, else as it is. */
export function toldPlainly(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  if (code === "ERR_INVALID_URL" || error instanceof URIError)
    return new MoveError(`The address can't be read: it looks like ${usage}, and what is special in it is %-encoded.`);
  if (faultOf(error) === "gone" || typeof code !== "string" || severity === undefined)
    return faultOf(error) === "gone"
      ? new MoveError(`Postgres can't be reached at ${place}: ${wordsOf(error)}. Nothing was moved.`)
      : error;
  return new MoveError(`Postgres at ${place} refused: ${wordsOf(error)}. Nothing was moved.`);
}

/** Where a name has several addresses, the words are in each one's error. */
function wordsOf(error: Error): string {
  if (error instanceof AggregateError)
    return [...new Set(error.errors.map((one) => (one instanceof Error ? one.message : String(one))))].join(", ");
  return error.message;
}
