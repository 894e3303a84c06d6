// Explains database errors at start in one line for the operator.
import * as postgres from "./postgres/start-faults.server";
import * as sqlite from "./sqlite/start-faults.server";

/** null for bugs, whose stack is wanted. */
export const startFault = (error: unknown): string | null => postgres.startFault(error) ?? sqlite.startFault(error);
