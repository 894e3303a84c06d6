// Formats timestamps as ISO 8601 in UTC with milliseconds.
export const iso = (ms: number): string => new Date(ms).toISOString();
