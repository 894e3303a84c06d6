// Which test runs a command that a page prints.

/** In the walk, by day. */
export const byDay = /^npx vitest run |^npm run typecheck$|^npx prettier --check /;
/** In the walk, by night: they want a build. */
export const byNight = /^npm run build$|^npx playwright test /;

/** What is run elsewhere, or can be run by no test; with the reason. */
const apart: { command: RegExp; why: string }[] = [
  { command: /^npm (?:test|run test:night)$/, why: "it is what runs the tests" },
  { command: /^npm run dev$/, why: "walk.test.ts has it serve a page" },
  {
    command: /^npm start$/,
    why: "each browser test is served by what it starts; scripts/other-nodes.sh takes a fresh clone",
  },
  { command: /^npm run (?:backup|restore) -- FILE$/, why: "tests/built/restore-drill.test.ts" },
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
