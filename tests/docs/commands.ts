// Which test runs a command that a page prints.

/** In the walk, by day. */
export const byDay = /^npx vitest run |^npm run (?:typecheck|docs)$|^npx prettier --check /;
/** In the walk, by night: they want a build. */
export const byNight = /^npm run build$|^npx playwright test /;

/** What is run elsewhere, or can be run by no test; with the reason. */
const apart: { command: RegExp; why: string }[] = [
  { command: /^npm (?:test|run test:(?:rest|night))$/, why: "it is what runs the tests" },
  { command: /^npm run test:live$/, why: "it wants a real model; without one its test is skipped" },
  { command: /^npm run audit:known$/, why: "news from outside: .github/workflows/audit.yml asks weekly" },
  { command: /^npm run docs$/, why: "tests/docs/tables.test.ts and api-reference.test.ts are what it runs" },
  { command: /^npm run dev$/, why: "walk.test.ts has it serve a page" },
  {
    command: /^npm start$/,
    why: "each browser test is served by what it starts; scripts/other-nodes.sh takes a fresh clone",
  },
  {
    command: /^npm run (?:backup|restore) -- (?:FILE|linnet-backup\.db)$/,
    why: "tests/built/commands/restore-drill.test.ts",
  },
  { command: /^npm run (?:backup|restore)$/, why: "tests/built/commands/move.test.ts has Postgres's answer to it" },
  { command: /^npm run move(?: -- postgres:|$)/, why: "tests/built/commands/move.test.ts, with a server of its own" },
  { command: /^node build\/commands\/move\.js$/, why: "tests/built/commands/move.test.ts" },
  { command: /^npm run doctor$/, why: "tests/built/commands/doctor.test.ts runs what it starts" },
  { command: /^npm run restored\b/, why: "tests/built/commands/restored.test.ts" },
  { command: /^npm run evaluate\b/, why: "tests/features/generation/evaluation.test.ts, against the fake Gemini" },
  { command: /^npm run (?:admin|export)$/, why: "tests/built/commands/upgrade.test.ts; from any node alike" },
  { command: /^[A-Z_]+=/, why: "settings of a node: tests/built/serving/two-nodes.test.ts and pages.test.ts" },
  {
    command: /^(?:createuser|createdb|psql|openssl|printf) /,
    why: "tests/docs/postgres.test.ts, where Debian's clients are there",
  },
  { command: /^pg_dump /, why: "it wants a client as new as its server, and a test's server is newer than Debian's" },
  {
    command: /^npm run bench -- /,
    why: "its goals are a quiet machine's; pages.test.ts looks that the benchmarks are there",
  },
  { command: /^git (?:switch -c|add|commit) ?/, why: "it would touch the reader's own git" },
];

/** What a page's commands are to the tests: run by the walk, run by night in a copy (commands.test.ts), apart, or nothing. */
export function runOf(command: string, isOfWalk: boolean): "walk" | "night" | "apart" | null {
  if (apart.some((one) => one.command.test(command))) return "apart";
  if (isOfWalk && (byDay.test(command) || byNight.test(command))) return "walk";
  return /^npx (?:vitest run|playwright test) |^npm run (?:quick|format)$/.test(command) ? "night" : null;
}
