// The tests of features that open no database: rules alone, which are the same on SQLite and Postgres and run once.

const files = [
  "analysis/examples",
  "analysis/score",
  "analysis/texts",
  "bots/likeness",
  "bots/similar",
  "bots/words",
  "doctor/nodes",
  "generation/tables",
  "publishing/all-words",
  "publishing/journal-words",
  "publishing/moment.property",
  "publishing/moment",
  "publishing/outcome-edges",
  "publishing/outcome",
  "timeline/week",
  "tweets/can-send",
  "tweets/count",
  "tweets/edges",
  "tweets/text.server",
  "tweets/text",
  "tweets/use-count",
  "users/zones",
];

export const withoutDatabase = files.map((name) => `tests/features/${name}.test.ts`);
