// /timeline side by side with the same page in Next.js 15: same rows, same components, same bytes, pair after pair.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connections, load } from "./load.mjs";
import { versionOf } from "./machine.mjs";
import { median } from "./median.mjs";
import { cpuOf, root, start, startLinnet, stop } from "./server.mjs";
import { seedWeek, tasksInWeek } from "./week.mjs";

const opponent = join(root, "tests", "bench", "next");
const goal = 2;
const warmUp = 5;
const seconds = 3;
const pairs = 16;
const quiet = { NEXT_TELEMETRY_DISABLED: "1", NEXT_IGNORE_INCORRECT_LOCKFILE: "1" };

export const next = {
  title: "Pages per second beside Next.js 15",
  async run({ folder }) {
    const { dataDir, cookie } = await seedWeek(join(folder, "next"));
    build();
    const linnet = await startLinnet(dataDir);
    const other = await startOther(dataDir, join(folder, "next.log"));
    const sides = {
      linnet: { server: linnet, url: `${linnet.origin}/timeline` },
      next: { server: other, url: `${other.origin}/timeline` },
    };
    const pages = { linnet: await pageOf(sides.linnet.url, cookie), next: await pageOf(sides.next.url, cookie) };
    requireAlike(pages);
    const rates = await inPairs(sides, cookie);
    await stop(linnet);
    await stop(other);
    return report(rates, pages);
  },
};

const startOther = (dataDir, log) =>
  start(process.execPath, ["node_modules/next/dist/bin/next", "start"], {
    cwd: opponent,
    env: { ...quiet, DATA_DIR: dataDir },
    path: "/timeline",
    // Nobody is signed in yet: it is up when it sends them away.
    status: 307,
    log,
  });

function build() {
  const run = (command, args) =>
    execFileSync(command, args, {
      cwd: opponent,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...quiet, NODE_ENV: "production" },
    });
  if (!existsSync(join(opponent, "node_modules", "next")))
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund"]);
  run(process.execPath, ["node_modules/next/dist/bin/next", "build"]);
}

/** One page as the load generator gets it: how many bytes, how many tasks and cells, how much of it is markup. */
async function pageOf(url, cookie) {
  const response = await fetch(url, { headers: { cookie, "accept-encoding": "identity" }, redirect: "manual" });
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  if (response.headers.get("content-encoding") !== null) throw new Error(`${url} came compressed`);
  const count = (pattern) => html.match(pattern)?.length ?? 0;
  const markup = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, "");
  return {
    bytes: Buffer.byteLength(html),
    markup: Buffer.byteLength(markup),
    tasks: count(/<a [^>]*class="task /g),
    cells: count(/<td\b/g),
  };
}

/** Throws where the two pages aren't one and the same: then their rates say nothing. */
function requireAlike({ linnet, next }) {
  if (linnet.tasks !== tasksInWeek || next.tasks !== tasksInWeek)
    throw new Error(`Both pages must show ${tasksInWeek} tasks: Linnet ${linnet.tasks}, Next.js ${next.tasks}`);
  if (linnet.cells !== next.cells) throw new Error(`Cells differ: Linnet ${linnet.cells}, Next.js ${next.cells}`);
  for (const what of ["bytes", "markup"])
    if (Math.abs(next[what] / linnet[what] - 1) > 0.1)
      throw new Error(`${what} differ by more than 10 %: Linnet ${linnet[what]}, Next.js ${next[what]}`);
}

/** A B, B A, A B …: what else the machine does meets both alike. */
async function inPairs(sides, cookie) {
  const measured = { linnet: [], next: [] };
  for (const { url } of Object.values(sides)) await load(url, { cookie, seconds: warmUp });
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const side of pair % 2 === 0 ? ["linnet", "next"] : ["next", "linnet"]) {
      const { server, url } = sides[side];
      const before = cpuOf(server);
      const { pages, pagesPerSecond } = await load(url, { cookie, seconds });
      measured[side].push({ rate: pagesPerSecond, cpu: (cpuOf(server) - before) / pages });
    }
  }
  return measured;
}

function report({ linnet, next }, pages) {
  const ratios = linnet.map(({ rate }, pair) => rate / next[pair].rate);
  const ratio = median(ratios);
  const thrift = median(linnet.map(({ cpu }, pair) => next[pair].cpu / cpu));
  const row = (what, value, unit) => ({ what, goal: "", value, unit, ok: null });
  const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const page = ({ bytes, markup }) => `${kb(bytes)}, of it markup ${kb(markup)}`;
  return {
    rows: [
      {
        ...row(`\`/timeline\` with ${tasksInWeek} tasks, Linnet : Next.js`, ratio, "×"),
        goal: `≥ ${goal} ×`,
        ok: ratio >= goal,
      },
      row("the same by processor time a page", thrift, "×"),
      ...Object.entries({ Linnet: linnet, "Next.js": next }).flatMap(([name, runs]) => [
        row(name, median(runs.map(({ rate }) => rate)), "pages/s"),
        row(`${name}, processor time`, median(runs.map(({ cpu }) => cpu)), "ms/page"),
      ]),
    ],
    notes: [
      `Medians of ${pairs} pairs: ${ratios.map((one) => one.toFixed(2)).join(", ")}. ${connections} connections, ${seconds} s a side, nothing compressed, one process each.`,
      `Next.js ${versionOf("next", opponent)} (App Router, \`force-dynamic\`, \`next build\` and \`next start\`) reads the same SQLite file by prepared statements, looks the session up, and renders the same components. Both pages show ${pages.linnet.tasks} tasks in ${pages.linnet.cells} cells; Linnet's has ${page(pages.linnet)}, Next.js's ${page(pages.next)}.`,
    ],
  };
}
