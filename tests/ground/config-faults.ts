// The faults of a configuration, a line each.
import { ConfigError } from "~/ground/config.server";

/** None if `read` succeeds. */
export function faultsIn(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}
