// What Postgres and the way to it say when they fail: https://www.postgresql.org/docs/current/errcodes-appendix.html
import type { FaultKind } from "../dialect.server";

export const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
};

/** Connection exceptions, shut down, starting up, too many connections, read-only, a statement that took too long. */
const gone =
  /^(08...|57P0[1-5]|57014|53300|25006|25P03|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
/** `pg` has no code for these. */
const goneWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function faultOf(error: unknown): FaultKind | null {
  const code = codeOf(error);
  if (code === "23505") return "unique";
  if (code === "23503") return "orphan";
  // Could not serialize, deadlock: begun again, it goes well.
  if (code === "40001" || code === "40P01") return "conflict";
  if (code === "53100" || code === "58030" || code === "53200") return "storage";
  // A lock that somebody kept for longer than is waited; a migration's, say.
  if (code === "55P03") return "busy";
  if (gone.test(code) || (error instanceof Error && goneWords.test(error.message))) return "gone";
  // Several addresses of one name, none of which could be reached.
  if (error instanceof AggregateError) return error.errors.some((one) => faultOf(one) === "gone") ? "gone" : null;
  return null;
}

/** Errors of the way to the database, and to which one: other services fail with the same codes. */
const ofDatabase = new WeakMap<Error, string>();

/** Marks an error as one of the database's at `place` (postgres-address.ts); returns it. */
export function noteDatabaseError<E>(error: E, place: string): E {
  if (error instanceof Error) {
    ofDatabase.set(error, place);
    // What the driver did when the way broke says nothing: a minute of it was 370 lines of the log.
    if (faultOf(error) === "gone") error.stack = `${error.name}: ${error.message}`;
  }
  return error;
}

/** Where the database is whose error this is; null where it is another's. */
export const placeNoted = (error: unknown): string | null =>
  error instanceof Error ? (ofDatabase.get(error) ?? null) : null;

/** The database can't be reached, or keeps others waiting: it is no fault of what was asked, nor of a disk. */
export const isAway = (error: unknown): boolean =>
  error instanceof Error && ofDatabase.has(error) && ["gone", "busy"].includes(faultOf(error) ?? "");

/** A sentence for people, or null where the error is another. */
export function storageFault(error: unknown): string | null {
  if (!(error instanceof Error) || !ofDatabase.has(error)) return null;
  const kind = faultOf(error);
  if (kind === "busy") return "The database is too busy right now. Nothing was changed. Please try again in a moment.";
  if (kind === "gone")
    return "The database can't be reached right now. Nothing was changed. Please try again in a moment.";
  if (kind === "storage") return "The database's disk is full or failing, so nothing can be stored.";
  return null;
}
