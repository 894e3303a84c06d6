// Marks routes whose pages have no script and no hydration data.

export const withoutScript = { hasScript: false } as const;
