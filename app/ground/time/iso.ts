// Moments on the wire: ISO 8601, UTC, milliseconds, Z.
export const iso = (ms: number): string => new Date(ms).toISOString();
