// Vast: what reading costs everybody else when one person has a hundred thousand rows.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf, startLinnet, stop } from "./server.mjs";
import { amounts, fillVast } from "./vast-rows.mjs";
import { addressesOf } from "./vast-requests.mjs";
import { ask, newVisitor } from "./visitor.mjs";

const goals = { turn: 50, memory: 64 };
/** A server that holds so much more after a collection than at its beginning is begun anew: it would be the next one's. */
const kept = 24;
/** A turn in which the garbage of what came before is collected is that one's: the best of so many tells. */
const tries = 3;

export const vast = {
  title: "A hundred thousand rows of one person",
  async run({ folder }) {
    const dataDir = join(folder, "vast");
    const first = await startLinnet(dataDir, { env: { ALLOW_PRIVATE_WEBHOOKS: "on" } });
    const visitor = await newVisitor(first.origin);
    const hook = { url: "http://127.0.0.1:9/", events: ["tweet.published"] };
    await ask(visitor, "/api/webhooks", { json: hook, status: 201 });
    const openapi = await (await ask(visitor, "/api/openapi.json")).json();
    await stop(first);
    const ids = fillVast(join(dataDir, "linnet.db"), visitor.userId);
    const addresses = [...addressesOf(openapi, ids)].filter(({ of }) =>
      new RegExp(process.env.BENCH_ONLY ?? "").test(of),
    );

    const worst = new Map();
    let server = await begin(dataDir, visitor);
    for (const { of, address } of addresses) {
      const found = await measure(server, visitor, address);
      const row = worst.get(of) ?? { turn: 0, memory: 0, tries: 0, statuses: new Set() };
      row.tries += 1;
      row.statuses.add(found.status);
      for (const what of ["turn", "memory"])
        if (found[what] > row[what]) [row[what], row[`${what}At`]] = [found[what], address];
      worst.set(of, row);
      if (isOver(found)) console.error(`${address}: ${found.turn.toFixed(0)} ms, ${found.memory.toFixed(0)} MB`);
      if (memoryOf(server).now - server.warm > kept) {
        await stop(server);
        server = await begin(dataDir, visitor);
      }
    }
    await stop(server);
    return { rows: rowsOf(worst, addresses.length), notes: notesOf(worst) };
  },
};

const isOver = ({ turn, memory }) => turn > goals.turn || memory > goals.memory;

const file = (dataDir) => `${dataDir}.turns`;

/** Started and warm: a first page compiles what every later one only runs. */
async function begin(dataDir, visitor) {
  const env = {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "turns.mjs")}`,
    TURNS_FILE: file(dataDir),
    RATE_LIMITS: "off",
  };
  const server = await startLinnet(dataDir, { env });
  visitor.origin = server.origin;
  for (const path of [
    "/timeline",
    "/ideas?view=topics",
    "/worked",
    "/settings/programs",
    "/api/me",
    "/api/tweets?limit=1",
  ])
    for (let n = 0; n < 5; n += 1) await get(visitor, path);
  const warm = { ...server, turns: file(dataDir) };
  await longestTurn(warm);
  return { ...warm, warm: memoryOf(warm).now };
}

/** The least of a few tries of the longest turn in it, and the most memory that it took in its first. */
async function measure(server, visitor, address) {
  const found = { turn: Infinity, memory: 0, status: 0 };
  for (let n = 0; n < tries && (n === 0 || found.turn > goals.turn); n += 1) {
    await longestTurn(server);
    // Linux counts the most anew from here on.
    writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
    found.status = await get(visitor, address);
    if (n === 0) found.memory = memoryOf(server).most - server.warm;
    found.turn = Math.min(found.turn, await longestTurn(server));
  }
  return found;
}

async function get(visitor, path) {
  const answer = await fetch(new URL(path, visitor.origin), {
    redirect: "manual",
    headers: { cookie: visitor.cookie },
  });
  // Read and thrown away, as a download to a disk is.
  if (answer.body) for await (const piece of answer.body) void piece;
  if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`);
  return answer.status;
}

/** Of the server's loop since it was last asked, in ms of processor time. */
async function longestTurn({ pid, turns }) {
  const read = () => (existsSync(turns) ? JSON.parse(readFileSync(turns, "utf8")) : { count: 0 });
  const { count } = read();
  process.kill(pid, "SIGUSR2");
  for (let looks = 0; looks < 3_000; looks += 1) {
    const now = read();
    if (now.count !== count) return now.longest;
    await sleep(5);
  }
  throw new Error("The server did not tell how long its turns were");
}

function rowsOf(worst, asked) {
  const all = [...worst.entries()];
  const by = (what) => all.toSorted(([, one], [, other]) => other[what] - one[what]);
  const over = all.filter(([, row]) => isOver(row)).length;
  const row = (what, goal, value, unit) => ({ what, goal: `≤ ${goal} ${unit}`, value, unit, ok: value <= goal });
  const longest = by("turn").slice(0, 6);
  const most = by("memory").slice(0, 4);
  return [
    {
      what: `addresses over either bound, of ${all.length} (${asked} requests)`,
      goal: "0",
      value: over,
      unit: "",
      ok: over === 0,
    },
    ...longest.map(([of, { turn }]) => row(`the longest turn of \`${of}\``, goals.turn, turn, "ms")),
    ...most.map(([of, { memory }]) => row(`more memory for \`${of}\``, goals.memory, memory, "MB")),
  ];
}

function notesOf(worst) {
  const said = Object.entries(amounts).map(([what, n]) => `${n.toLocaleString("en")} ${what}`);
  const sum = Object.values(amounts).reduce((all, n) => all + n, 0);
  return [
    `${sum.toLocaleString("en")} rows of one person: ${said.join(", ")}. SQLite, \`RATE_LIMITS=off\`.`,
    `Asked, one after the other: each page of the app's table and each reading operation of the OpenAPI description (${worst.size} in all), plain, with each choice and with each two. The six longest turns and the four that took most memory are shown.`,
    "A turn is one round of the event loop in the server's process: processor time of its thread alone, by Linux's own count, so that neither other threads nor other processes are in it. What was over the bound is measured twice more, and the least counts. Memory is the most of VmRSS in the request less what the warm server had at its beginning, after a collection.",
  ];
}
