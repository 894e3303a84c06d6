// The longest tests of those that import neither the database nor the built app: npm test runs them first, and once.

export const rules = [
  "tests/ground/zone.test.ts",
  "tests/features/publishing/leaning.property.test.ts",
  "tests/features/publishing/moment.property.test.ts",
  "tests/features/publishing/same-text.property.test.ts",
  "tests/features/results/statistics.test.ts",
  "tests/features/threads/split.property.test.ts",
  "tests/features/timeline/week.test.ts",
  "tests/features/tweets/count.test.ts",
  "tests/features/tweets/text.server.test.ts",
];
