// Siege, further rows: a crowd of connections at once, a flood of registrations, texts that are made to take long.
import { connect } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { hostileTexts } from "./hostile-texts.mjs";
import { percentile } from "./percentile.mjs";
import { memoryOf, startLinnet, stop } from "./server.mjs";
import { ask, newVisitor } from "./visitor.mjs";

const connections = 1_500;
const crowdHealthGoal = 4_000;
const crowdAnsweredGoal = 20;
const memoryGoal = 256;
const registrations = 335;
const registrationLimit = 10;
const signIns = 14;
const textGoal = 10;

export const crowdNotes = [
  `Crowd: ${connections.toLocaleString("en")} connections opened at once, each asking for \`/generate\` once; \`/healthz\` is asked each 50 ms on connections of its own. "In words" is an answer with a status, 200 or 503.`,
  `Registrations: ${registrations} asked for at once from one address, and meanwhile ${signIns} right sign-ins from other addresses (TRUST_PROXY=1).`,
  "Hostile texts: a thousand of up to 5,000 code units, sent to `POST /api/questions/weigh` one after the other; how much longer than a text of one word each takes, which counts the event loop's time and the way there.",
];

export const crowdRows = async (folder) => [
  ...(await connectionRows(folder)),
  ...(await registrationRows(folder)),
  ...(await textRows(folder)),
];

async function connectionRows(folder) {
  const server = await startLinnet(join(folder, "crowd"));
  await newVisitor(server.origin);
  const port = Number(new URL(server.origin).port);
  const began = performance.now();
  const crowd = Array.from({ length: connections }, () => answerOf(port));
  const health = [];
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      health.push(healthOf(server.origin));
      await sleep(50);
    }
  })();
  const statuses = await Promise.all(crowd);
  const took = (performance.now() - began) / 1_000;
  isOver = true;
  await watch;
  const longest = Math.max(...(await Promise.all(health)));
  const { most } = memoryOf(server);
  await stop(server);
  const silent = statuses.filter((status) => status !== 200 && status !== 503).length;
  const row = (what, goal, value, unit, ok) => ({ what, goal, value, unit, ok });
  return [
    row(
      `${connections.toLocaleString("en")} connections at once: /healthz at most`,
      `≤ ${crowdHealthGoal} ms`,
      longest,
      "ms",
      longest <= crowdHealthGoal,
    ),
    row("the last of them answered after", `≤ ${crowdAnsweredGoal} s`, took, "s", took <= crowdAnsweredGoal),
    row("closed without a word", "0", silent, "", silent === 0),
    row("their memory at most", `≤ ${memoryGoal} MB`, most, "MB", most <= memoryGoal),
  ];
}

/** The status that a connection's one request gets; 0 where it is closed without one. */
function answerOf(port) {
  return new Promise((resolve) => {
    let head = "";
    const socket = connect(port, "localhost");
    const end = () => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0));
      socket.destroy();
    };
    socket.setTimeout(60_000, end);
    socket.on("error", end).on("close", end);
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1", 0, 16);
      end();
    });
    socket.write("GET /generate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  });
}

async function healthOf(origin) {
  const began = performance.now();
  await fetch(new URL("/healthz", origin), { headers: { connection: "close" } }).then(
    (answer) => answer.text(),
    () => {},
  );
  return performance.now() - began;
}

async function registrationRows(folder) {
  const server = await startLinnet(join(folder, "registrations"), { env: { TRUST_PROXY: "1" } });
  const send = (path, json, from) =>
    fetch(new URL(path, server.origin), {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from },
      body: JSON.stringify(json),
    }).then((answer) => answer.status);
  const person = { email: "alice@example.com", password: "correct horse 1" };
  await send("/api/users/register", person, "198.51.100.250");
  const flood = Promise.all(
    Array.from({ length: registrations }, (_, n) =>
      send("/api/users/register", { ...person, email: `flood${n}@example.com` }, "203.0.113.9"),
    ),
  );
  const others = [];
  for (let n = 0; n < signIns; n += 1) {
    others.push(send("/api/users/login", person, `198.51.100.${n}`));
    await sleep(100);
  }
  const made = (await flood).filter((status) => status === 201).length;
  const refused = (await Promise.all(others)).filter((status) => status !== 200).length;
  await stop(server);
  return [
    {
      what: `accounts of ${registrations} registrations from one address`,
      goal: `≤ ${registrationLimit}`,
      value: made,
      unit: "",
      ok: made <= registrationLimit,
    },
    {
      what: `right sign-ins from elsewhere refused meanwhile (of ${signIns})`,
      goal: "0",
      value: refused,
      unit: "",
      ok: refused === 0,
    },
  ];
}

async function textRows(folder) {
  const server = await startLinnet(join(folder, "texts"), { env: { RATE_LIMITS: "off" } });
  const visitor = await newVisitor(server.origin);
  const timeOf = async (text) => {
    const began = performance.now();
    await (await ask(visitor, "/api/questions/weigh", { json: { texts: [text] } })).text();
    return performance.now() - began;
  };
  for (let n = 0; n < 300; n += 1) await timeOf("日.本");
  const plain = [];
  for (let n = 0; n < 200; n += 1) plain.push(await timeOf("word"));
  const base = percentile(plain, 50);
  const times = [];
  for (const text of hostileTexts()) {
    // The best of three: what else the machine does is not the text's.
    const tries = [await timeOf(text), await timeOf(text), await timeOf(text)];
    times.push(Math.max(0, Math.min(...tries) - base));
  }
  await stop(server);
  const longest = Math.max(...times);
  return [
    {
      what: `${times.length.toLocaleString("en")} hostile texts: the longest, beyond a plain word`,
      goal: `≤ ${textGoal} ms`,
      value: longest,
      unit: "ms",
      ok: longest <= textGoal,
    },
    { what: "the usual one of them", goal: "", value: percentile(times, 50), unit: "ms", ok: null },
  ];
}
