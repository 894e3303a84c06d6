// Why a start or a command can't use its database, as one line for whoever keeps the server.
import * as postgres from "./postgres/start-faults.server";
import * as sqlite from "./sqlite/start-faults.server";

/** What, where, why, and what helps; null where the error is a mistake of Linnet's own, whose stack is wanted. */
export const startFault = (error: unknown): string | null => postgres.startFault(error) ?? sqlite.startFault(error);
