// What keeps a move from happening, in sentences for the person who keeps the server. No password is in any of them.
import { readPostgresAddress } from "~/ground/postgres-address";
import { startFault } from "../start-faults.server";

/** What can't be moved, in a sentence. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

export const notEmpty = (table: string): string =>
  `The Postgres database is not empty: ${table} has rows. Give Linnet an empty one. Nothing was moved.`;

/** Host, port and name of the database that `url` names: what may be shown of it. Throws MoveError. */
export function placeOf(url: string): string {
  const address = readPostgresAddress(url, (why) => {
    throw new MoveError(`The address ${why}`);
  });
  return address?.place ?? "";
}

/** `error` as a MoveError where a database or the way to it is to blame, else as it is. */
export function toldPlainly(error: unknown, place: string): unknown {
  const fault = startFault(error);
  if (fault !== null) return new MoveError(`${fault} Nothing was moved.`);
  if (!(error instanceof Error)) return error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // Here a statement is also refused for what it met there.
  if (typeof code !== "string" || severity === undefined) return error;
  return new MoveError(`Postgres at ${place} refused: ${error.message}. Nothing was moved.`);
}
