// Which test runs in which command. A file that no list names runs in `npm test`; whatever is slow, or needs Postgres,
// runs in `npm run test:rest`. tests/architecture/runs.test.ts holds both against the folder.
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
// Node 20 has no globs of its own.
import picomatch from "picomatch";

/** @typedef {"test" | "rest"} Run */

const tests = fileURLToPath(new URL(".", import.meta.url));

/** Playwright's, the benchmarks', the reference suite's. */
const notVitest = picomatch(["{e2e,bench,reference,pictures}/**/*"]);
/** They start processes, or the built app: one file at a time. */
const startsProcesses = picomatch([
  "{built,crash,nodes}/**/*",
  "docs/{commands,walk,postgres}.test.ts",
  "db/media-kill.test.ts",
]);
/** They mock modules or change what is global: a module graph of their own each. */
const needsIsolation = picomatch([
  "*.test.*",
  "{architecture,docs,simulator}/**/*",
  "ui/{kept-place,slow-line,undo-form}.test.tsx",
  "ui/submit-by-key.test.ts",
  "features/generation/evaluation.test.ts",
]);
/** Postgres's alone. */
const onPostgresAlone = picomatch(["db/{postgres,move}/**/*"]);
/** On both databases. */
const onBoth = picomatch([
  "features/**/*.test.*",
  "mcp/**/*.test.*",
  "db/both/**/*.test.*",
  "ports/network-sandbox.test.ts",
  "ports/network-sandbox-pictures.test.ts",
]);

/** The tests of features that open no database: rules alone, the same on both, so they run once. */
export const withoutDatabase = [
  "analysis/examples",
  "analysis/score",
  "analysis/texts",
  "bots/likeness",
  "bots/similar",
  "bots/words",
  "doctor/at-start",
  "doctor/nodes",
  "doctor/surroundings",
  "generation/evaluation",
  "generation/lint",
  "generation/tables",
  "media/clean",
  "media/first-bytes",
  "media/megapixels",
  "publishing/all-words",
  "publishing/journal-words",
  "publishing/leaning.property",
  "publishing/mark",
  "publishing/moment",
  "publishing/moment.property",
  "publishing/outcome",
  "publishing/outcome-edges",
  "publishing/refused-parts",
  "publishing/same-text.property",
  "publishing/slot-moment.property",
  "publishing/spread.property",
  "results/hours",
  "results/rate",
  "results/statistics",
  "sessions/browser-name",
  "threads/hostile",
  "threads/split",
  "threads/split.property",
  "timeline/week",
  "tweets/can-send",
  "tweets/count",
  "tweets/edges",
  "tweets/emoji",
  "tweets/hostile-texts",
  "tweets/likeness",
  "tweets/similar",
  "tweets/text",
  "tweets/text.server",
  "tweets/use-count",
  "users/zones",
  "webhooks/addresses",
].map((name) => `tests/features/${name}.test.ts`);

const opensNone = new Set(withoutDatabase);
/** Backups are SQLite's alone. */
const onSqliteAlone = picomatch(["features/backups/**/*"]);

/** Of vitest's projects `parts` and `whole`, what `npm test` leaves out: the slowest, and what asks the type checker. */
const slow = picomatch([
  "architecture/{locks,own-elements,promises,runs}.test.ts",
  "db/both/{claim-races,people-races}.test.ts",
  "db/backup.test.ts",
  "docs/deploy.test.ts",
  "features/backups/{copy,pictures,pictures-kill,restore,disk}.test.ts",
  "features/data-export/spreadsheets.test.ts",
  "features/generation/hostile.test.ts",
  "features/webhooks/turns.test.ts",
  "http/calls/uploads.test.ts",
  "features/bots/wrapped.test.ts",
  "features/ideas/pages.test.ts",
  "features/mail-links/{forgot-work,mail-links}.test.ts",
  "features/media/{clean,megapixels}.test.ts",
  "features/moments/{leaning,moment,slot-moment,spread}.property.test.ts",
  "features/publishing/{as-told,same-text}.property.test.ts",
  "features/publishing/same-text-once.test.ts",
  "features/uploads/picture-hazards.test.ts",
  "features/rate-limits/rate-limits.test.ts",
  "features/results/{hours,statistics,money}.test.ts",
  "features/threads/{hostile,split.property}.test.ts",
  "features/timeline/week.test.ts",
  "features/tweets/{count,hostile-texts,room,text.server}.test.ts",
  "features/tweets/every-list.property.test.ts",
  "features/voice/{examples,writing}.test.ts",
  "features/webhooks/calendar.property.test.ts",
  "ground/zone.test.ts",
  "http/**/{forms-fuzz,fuzz,linters,openapi-limits,strict-fuzz}.test.ts",
  "http/access/{key-routes,other-ways}.test.ts",
  "http/contract/{api-router,former}.test.ts",
  "http/door/{limits,transport}.test.ts",
  "http/fields/{plain-text,uuids}.test.ts",
  "jobs/{loop,prune}.test.ts",
  "mcp/{line-ends,posting.property,unconfirmed}.test.ts",
  "ports/ai-demo-{kinds,product}.test.ts",
  "ports/{mail,network-x,network-x-writing}.test.ts",
  "ports/answer/{turns,unwrap}.test.ts",
  "screens/images/answer.test.ts",
  "screens/settings/api-docs-page.test.ts",
  "screens/sign-in/mail-pages.test.ts",
  "scripts/second-try.test.ts",
  "simulator/**/*",
]);

/** Of what starts processes, what belongs to `npm test`. */
const quickProcesses = picomatch([
  "crash/at-start.test.ts",
  "built/answers/{answers,refusals,assets,bodies,typed-client,mcp}.test.ts",
]);

/** By a browser with a script, what belongs to `npm test`. */
const withScript = picomatch([
  "e2e/**/{journey,signing-in,linking,results,week,threads,pictures,own-words,bots,keyboard.script,refused.script,phone,axe-main.script}.spec.ts",
]);
/** By a browser without one. */
const withoutScript = picomatch(["e2e/**/journey.spec.ts"]);
const needsScript = picomatch(["e2e/**/*.script.spec.ts"]);

/** Every file of tests, as a path below tests/. */
const listFiles = () =>
  readdirSync(tests, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/[/\\]node_modules([/\\]|$)/.test(entry.parentPath))
    .map((entry) => relative(tests, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

/**
 * The projects of vitest that a file belongs to.
 * @param {string} path
 * @returns {("parts" | "whole" | "processes" | "postgres")[]}
 */
function projectsOf(path) {
  if (!/\.test\.tsx?$/.test(path) || notVitest(path)) return [];
  if (onPostgresAlone(path)) return ["postgres"];
  const alone = startsProcesses(path) ? "processes" : needsIsolation(path) ? "whole" : "parts";
  const isToo = onBoth(path) && !onSqliteAlone(path) && !opensNone.has(`tests/${path}`);
  return isToo ? [alone, "postgres"] : [alone];
}

/**
 * The command that runs a file in a project of vitest.
 * @param {string} path
 * @param {string} project
 * @returns {Run}
 */
function runOf(path, project) {
  if (project === "postgres") return "rest";
  if (project === "processes") return quickProcesses(path) ? "test" : "rest";
  return slow(path) ? "rest" : "test";
}

/**
 * The files of a project of vitest, as paths below the root; all of them where no run is named.
 * @param {string} project
 * @param {string | undefined} run
 */
export const filesOf = (project, run) =>
  listFiles()
    .filter((path) => projectsOf(path).includes(/** @type {never} */ (project)))
    .filter((path) => run === undefined || runOf(path, project) === run)
    .map((path) => `tests/${path}`);

/**
 * The files of the browser's tests in a run, as patterns for Playwright; all of them where no run is named.
 * @param {string | undefined} run
 * @param {boolean} hasScript
 */
export const browserFiles = (run, hasScript) =>
  listFiles()
    .filter((path) => /^e2e\/.*\.spec\.ts$/.test(path) && (hasScript || !needsScript(path)))
    .filter((path) => run === undefined || browserRunOf(path, hasScript) === run)
    .map((path) => `**/tests/${path}`);

/**
 * @param {string} path
 * @param {boolean} hasScript
 * @returns {Run}
 */
const browserRunOf = (path, hasScript) => ((hasScript ? withScript : withoutScript)(path) ? "test" : "rest");
