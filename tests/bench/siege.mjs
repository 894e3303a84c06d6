// Siege: what a flood of sign-ins, half-sent and pipelined requests and clients that leave at once do to other people.
import { once } from "node:events";
import http from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "./percentile.mjs";
import { crowdNotes, crowdRows } from "./siege-crowd.mjs";
import { dueNotes, dueRows } from "./siege-due.mjs";
import { neighbourNotes, neighbourRows } from "./siege/neighbours.mjs";
import { cpuOf, memoryOf, startLinnet, stop } from "./server.mjs";
import { newVisitor } from "./visitor.mjs";

const seconds = 10;
const signInsPerSecond = 200;
const halves = 200;
const timesGoal = 3;
const closedGoal = 15;
const pipelined = 12_000;
const healthGoal = 250;
const memoryGoal = 256;
const leavers = 1_000;
const leaveAfter = 400;
const workGoal = 1;

export const siege = {
  title: "Siege",
  async run({ folder }) {
    const rows = [];
    for (const [how, env] of [
      ["", {}],
      [", throttles off", { RATE_LIMITS: "off" }],
    ]) {
      const server = await startLinnet(join(folder, `siege${rows.length}`), { env });
      const visitor = await newVisitor(server.origin);
      await pagesFor(visitor, 3);
      const calm = await pagesFor(visitor, seconds);
      const [flooded, signIns] = await Promise.all([pagesFor(visitor, seconds), flood(server.origin)]);
      await stop(server);
      rows.push(...floodRows(how, calm, flooded, signIns));
    }
    return {
      rows: [
        ...rows,
        ...(await slowRows(folder)),
        ...(await pipelineRows(folder)),
        ...(await leaverRows(folder)),
        ...(await crowdRows(folder)),
        ...(await dueRows(folder)),
        ...(await neighbourRows(folder)),
      ],
      notes: [...notes, ...crowdNotes, ...dueNotes, ...neighbourNotes],
    };
  },
};

const notes = [
  `p99 of \`/generate\`, asked for 20 times a second by somebody signed in, beside ${signInsPerSecond} wrong sign-ins a second for ${seconds} s, each for another e-mail; compared with the same ${seconds} s without them.`,
  `Half-sent: ${halves} connections, of which each sent nothing, half a line, half a head or half a body, and no more. The client runs on the same two cores.`,
  `Pipelined: ${pipelined.toLocaleString("en")} \`GET /generate\` at once on one socket that never reads, nobody signed in; \`/healthz\` is asked each 20 ms for ${seconds} s.`,
  `Leaving: ${leavers} connections ask for \`/generate\` at once, and all are gone after ${leaveAfter / 1_000} s; the processor time is that of the server's process until it is idle again.`,
];

function floodRows(how, calm, flooded, signIns) {
  const times = percentile(flooded, 99) / percentile(calm, 99);
  const asked = Object.values(signIns).reduce((sum, n) => sum + n, 0);
  return [
    {
      what: `p99 in a flood, times the calm one${how}`,
      goal: `≤ ${timesGoal}`,
      value: times,
      unit: "×",
      ok: times <= timesGoal,
    },
    {
      what: `p99 in the flood${how} (calm: ${percentile(calm, 99).toFixed(0)} ms)`,
      goal: "",
      value: percentile(flooded, 99),
      unit: "ms",
      ok: null,
    },
    {
      what: `sign-ins lost${how}`,
      goal: "",
      value: signIns[lost] ?? 0,
      unit: "",
      ok: null,
    },
    {
      what: `sign-ins turned away${how} (of ${asked}; the others were judged wrong)`,
      goal: "",
      value: signIns[429] ?? 0,
      unit: "",
      ok: null,
    },
  ];
}

async function slowRows(folder) {
  const server = await startLinnet(join(folder, "slow"));
  const visitor = await newVisitor(server.origin);
  await pagesFor(visitor, 3);
  const calm = await pagesFor(visitor, seconds);
  const [beside, closed] = await Promise.all([pagesFor(visitor, seconds), closeHalves(server.origin)]);
  await stop(server);
  const [last, times] = [Math.max(...closed), percentile(beside, 99) / percentile(calm, 99)];
  return [
    {
      what: `${halves} half-sent requests, the last closed after`,
      goal: `≤ ${closedGoal} s`,
      value: last,
      unit: "s",
      ok: last <= closedGoal,
    },
    {
      what: "p99 beside them, times the calm one",
      goal: `≤ ${timesGoal}`,
      value: times,
      unit: "×",
      ok: times <= timesGoal,
    },
  ];
}

async function pipelineRows(folder) {
  const server = await startLinnet(join(folder, "pipelined"));
  const visitor = await newVisitor(server.origin);
  await pagesFor(visitor, 3);
  const before = memoryOf(server);
  const socket = connect(Number(new URL(server.origin).port), "localhost");
  socket.on("error", () => {}).pause();
  await once(socket, "connect");
  socket.write("GET /generate HTTP/1.1\r\nHost: x\r\n\r\n".repeat(pipelined));
  const waits = await healthFor(server.origin, seconds);
  const { most } = memoryOf(server);
  socket.destroy();
  await stop(server);
  const longest = Math.max(...waits);
  return [
    {
      what: `${pipelined.toLocaleString("en")} pipelined requests: /healthz at most`,
      goal: `≤ ${healthGoal} ms`,
      value: longest,
      unit: "ms",
      ok: longest <= healthGoal,
    },
    {
      what: `their memory at most (before: ${before.most.toFixed(0)} MB)`,
      goal: `≤ ${memoryGoal} MB`,
      value: most,
      unit: "MB",
      ok: most <= memoryGoal,
    },
  ];
}

async function leaverRows(folder) {
  const server = await startLinnet(join(folder, "leaving"));
  const visitor = await newVisitor(server.origin);
  await pagesFor(visitor, 3);
  await sleep(1_000);
  const before = cpuOf(server);
  const { port } = new URL(server.origin);
  const sockets = Array.from({ length: leavers }, () => {
    const socket = connect(Number(port), "localhost");
    socket.on("error", () => {}).write("GET /generate HTTP/1.1\r\nHost: x\r\n\r\n");
    return socket.resume();
  });
  await sleep(leaveAfter);
  for (const socket of sockets) socket.destroy();
  await untilIdle(server);
  const work = (cpuOf(server) - before) / 1_000;
  await stop(server);
  return [
    {
      what: `${leavers} clients gone after ${leaveAfter / 1_000} s: processor time`,
      goal: `≤ ${workGoal} s`,
      value: work,
      unit: "s",
      ok: work <= workGoal,
    },
  ];
}

/** Until half a second took no processor time worth naming. */
async function untilIdle(server) {
  for (;;) {
    const before = cpuOf(server);
    await sleep(500);
    if (cpuOf(server) - before <= 20) return;
  }
}

/** Milliseconds of each look at /healthz, fifty a second whether or not the last one came. */
async function healthFor(origin, seconds) {
  const asked = [];
  const one = async () => {
    const began = performance.now();
    const status = await ask(new URL("/healthz", origin), {});
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
    return performance.now() - began;
  };
  for (let n = 0; n < seconds * 50; n += 1) {
    asked.push(one());
    await sleep(20);
  }
  return Promise.all(asked);
}

/** Milliseconds of each page, twenty asked for a second whether or not the last one came. */
async function pagesFor(visitor, seconds) {
  const asked = [];
  const one = async () => {
    const began = performance.now();
    const status = await ask(new URL("/generate", visitor.origin), { headers: { cookie: visitor.cookie } });
    if (status !== 200 && status !== lost) throw new Error(`/generate answered ${status}`);
    return performance.now() - began;
  };
  for (let n = 0; n < seconds * 20; n += 1) {
    asked.push(one());
    await sleep(50);
  }
  return Promise.all(asked);
}

/** How often each status was answered. */
async function flood(origin) {
  const told = {};
  const one = async (n) => {
    const body = JSON.stringify({ email: `nobody${n}@example.com`, password: "not the right one 1" });
    const status = await post(new URL("/api/users/login", origin), body);
    told[status] = (told[status] ?? 0) + 1;
  };
  const sent = [];
  const began = performance.now();
  for (let n = 0; n < seconds * signInsPerSecond; n += 1) {
    const wait = began + (n * 1_000) / signInsPerSecond - performance.now();
    if (wait > 1) await sleep(wait);
    sent.push(one(n));
  }
  await Promise.all(sent);
  return told;
}

const post = (url, body) => {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return ask(url, { method: "POST", headers }, body);
};

const lost = "lost";

/** The status, or "lost". Each over a connection of its own, as from everywhere, and however long it takes. */
function ask(url, options, body) {
  return new Promise((resolve) => {
    const request = http.request(url, { agent: false, ...options }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    request.on("error", () => resolve(lost)).end(body);
  });
}

const beginnings = [
  "",
  "GET /gener",
  "GET /generate HTTP/1.1\r\nHost: x\r\nX-Slow: ",
  "POST /api/users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
];

/** Seconds until the server closed each. */
function closeHalves(origin) {
  const { port } = new URL(origin);
  return Promise.all(
    Array.from({ length: halves }, async (_, n) => {
      const socket = connect(Number(port), "localhost");
      socket.on("error", () => {}).resume();
      await once(socket, "connect");
      const began = performance.now();
      socket.write(beginnings[n % beginnings.length]);
      await once(socket, "close");
      return (performance.now() - began) / 1_000;
    }),
  );
}
