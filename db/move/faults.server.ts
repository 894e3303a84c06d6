// Turns errors of `npm run move` into messages for the operator, without passwords.
import { readPostgresAddress } from "~/ground/postgres-address";
import { startFault } from "../start-faults.server";

export class MoveError extends Error {
  override readonly name = "MoveError";
}

export const notEmpty = (table: string): string =>
  `The Postgres database is not empty: ${table} has rows. Give Linnet an empty one. Nothing was moved.`;

export function placeOf(url: string): string {
  const address = readPostgresAddress(url, (reason) => {
    throw new MoveError(`The address ${reason}`);
  });
  return address?.place ?? "";
}

export function toldPlainly(error: unknown, place: string): unknown {
  const fault = startFault(error);
  if (fault !== null) return new MoveError(`${fault} Nothing was moved.`);
  if (!(error instanceof Error)) return error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // Here Postgres can also refuse a statement because of the data it found.
  if (typeof code !== "string" || severity === undefined) return error;
  return new MoveError(`Postgres at ${place} refused: ${error.message}. Nothing was moved.`);
}
