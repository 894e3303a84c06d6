// Siege, last rows: how late what is due goes out while the server is attacked.
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle } from "./bundle.mjs";
import { lateOf, unlimited } from "./lateness.mjs";
import { percentile } from "./percentile.mjs";
import { runScript } from "./script.mjs";
import { startLinnet, stop } from "./server.mjs";
import { seedWeek } from "./week.mjs";

const perSecond = 10;
const seconds = 10;
const goal = 500;
/** As long as the seeding and the start may take. */
const ahead = 10_000;

export const dueNotes = [
  `Due meanwhile: ${perSecond} tweets a second for ${seconds} s from the attack's beginning on, from a tweet's moment to the sandbox network's taking it; settings as for punctuality.`,
];

export async function dueRows(folder) {
  const fill = await bundle("publisher/fill");
  const rows = [];
  for (const [what, attack] of [
    ["12,000 pipelined requests", pipeline],
    ["1,500 connections at once", crowd],
  ]) {
    const late = await measure(join(folder, `due${rows.length}`), fill, attack);
    const value = percentile(late, 99);
    const about = `p99 (median ${percentile(late, 50)} ms, latest ${Math.max(...late)} ms)`;
    rows.push({
      what: `${what}: tweets due meanwhile, ${about}`,
      goal: `≤ ${goal} ms`,
      value,
      unit: "ms",
      ok: value <= goal,
    });
  }
  return rows;
}

async function measure(dataDir, fill, attack) {
  await seedWeek(dataDir);
  const firstAt = Date.now() + ahead;
  const tweets = perSecond * seconds;
  await runScript(fill, [dataDir, tweets, perSecond, firstAt]);
  const server = await startLinnet(dataDir, { env: unlimited });
  if (Date.now() > firstAt) throw new Error("The server was up too late for the first tweet");
  await sleep(firstAt - Date.now());
  const sockets = await attack(Number(new URL(server.origin).port));
  await sleep(firstAt + seconds * 1_000 - Date.now() + 2_000);
  for (const socket of sockets) socket.destroy();
  await stop(server);
  return lateOf(dataDir, firstAt, tweets);
}

async function pipeline(port) {
  const socket = connect(port, "localhost");
  socket.on("error", () => {}).pause();
  await once(socket, "connect");
  socket.write("GET /generate HTTP/1.1\r\nHost: x\r\n\r\n".repeat(12_000));
  return [socket];
}

async function crowd(port) {
  return Array.from({ length: 1_500 }, () => {
    const socket = connect(port, "localhost");
    socket.on("error", () => {}).write("GET /generate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return socket.resume();
  });
}
