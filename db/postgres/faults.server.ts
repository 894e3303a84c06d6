// Classifies Postgres errors: https://www.postgresql.org/docs/current/errcodes-appendix.html
import type { FaultKind } from "../dialect.server";

export const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
};

/** Connection errors, shutdown, startup, too many connections, read-only, statement timeout. */
const gone =
  /^(08...|57P0[1-5]|57014|53300|25006|25P03|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+)$/;
const goneWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

export function faultOf(error: unknown): FaultKind | null {
  const code = codeOf(error);
  if (code === "23505") return "unique";
  if (code === "23503") return "orphan";
  if (code === "40001" || code === "40P01") return "conflict";
  if (code === "53100" || code === "58030" || code === "53200") return "storage";
  if (code === "55P03") return "busy";
  if (gone.test(code) || (error instanceof Error && goneWords.test(error.message))) return "gone";
  if (error instanceof AggregateError) return error.errors.some((value) => faultOf(value) === "gone") ? "gone" : null;
  return null;
}

/** Place of the database by error. Other services fail with the same codes. */
const ofDatabase = new WeakMap<Error, string>();

export function noteDatabaseError<E>(error: E, place: string): E {
  if (error instanceof Error) {
    ofDatabase.set(error, place);
    // Driver stacks say nothing here: one minute without a database logged 370 lines.
    if (faultOf(error) === "gone") error.stack = `${error.name}: ${error.message}`;
  }
  return error;
}

export const placeNoted = (error: unknown): string | null =>
  error instanceof Error ? (ofDatabase.get(error) ?? null) : null;

export const isAway = (error: unknown): boolean =>
  error instanceof Error && ofDatabase.has(error) && ["gone", "busy"].includes(faultOf(error) ?? "");

export function storageFault(error: unknown): string | null {
  if (!(error instanceof Error) || !ofDatabase.has(error)) return null;
  const kind = faultOf(error);
  if (kind === "busy") return "The database is too busy right now. Nothing was changed. Try again in a moment.";
  if (kind === "gone") return "Can’t reach the database right now. Nothing was changed. Try again in a moment.";
  if (kind === "storage") return "The database's disk is full or failing, so nothing can be stored.";
  return null;
}
