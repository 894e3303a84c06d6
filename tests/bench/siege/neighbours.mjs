// Siege, beside others: what one hostile person does to ten neighbours' posts and pages, one attack after the other.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { descriptorsOf, heapOf, probeEnv } from "../heap.mjs";
import { percentile } from "../percentile.mjs";
import { startReady } from "../ready.mjs";
import { cpuOf, memoryOf, serve, start, startLinnet, stop } from "../server.mjs";
import { Sqlite } from "../sqlite.mjs";
import { nameServer } from "./attacks.mjs";
import { planPosts, usualLoad } from "./load.mjs";
import { env, fillDrafts, openReceivers, seedPeople } from "./seeded.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const only = new RegExp(process.env.BENCH_ONLY ?? "");
const [calmMs, afterMs, breakMs] = [6_000, 6_000, 5_000];
const goals = { post: 1_000, page: 500, memory: 512, times: 2, heap: 24 };
/** A server that asks another for names needs a view of its own of the machine's files, and they port 53. */
const isRoot = process.getuid?.() === 0;
/** Twice as much as next to nothing is next to nothing, in ms. */
const worthNaming = 50;

/** What each is called in the table, what it must have done (or its row says nothing), and the settings that it is about. */
const attacks = {
  "half-sent": { what: "128 half-sent uploads of nobody, from two addresses", does: "connections closed" },
  "slow names": { what: "eight webhooks whose names fall silent", does: "names not answered" },
  "switching protocols": { what: "eight receivers that switch protocols", does: "messages received" },
  downloads: { what: "eight downloads at a time of 40,000 drafts", does: "200", drafts: 40_000 },
  drafts: { what: "a flood of drafts with a browser’s key", does: "201" },
  "dead receivers": { what: "eight receivers that never answer", does: "messages received" },
  agents: { what: "eight agents that draft, preview and schedule 1.2 s ahead", does: "schedule_tweet" },
  uploads: { what: "six half-sent uploads, then dear PNGs one after the other", does: "201" },
  "the day's money": { what: "one who spends the day’s money on links", does: "201", env: { DAILY_SPEND_LIMIT: "5" } },
};

export const neighbourNotes = [
  `Beside others: ten people with two accounts each, whose tweets are due every 3 s as the account that is not the default, open a page or list their tweets every 1.5 s, each from an address of their own; every 6 s one of them sends a picture, and every 7 s one downloads all of theirs. An eleventh attacks for ${seconds} s, from a process of its own on the same two cores. Late is from a tweet's moment to the sandbox network's taking it. Memory is that of the server and its children, in MB of 10⁶ bytes, a page of several processes counted once (Pss), looked at five times a second.`,
  `As before: ${breakMs / 1_000} s after the end of it, the median page and the latest post of the next ${afterMs / 1_000} s are within ${goals.times} × those of the ${calmMs / 1_000} s before it (or ${worthNaming} ms), nothing is refused, no descriptor more is open, and the heap after collection has grown by at most ${goals.heap} MB, which the code that was needed for the first time takes.`,
  `The server's settings differ by \`ALLOW_PRIVATE_WEBHOOKS=on MIN_GAP_SECONDS=0 CATCH_UP_GAP_SECONDS=0 QUIET_HOURS=none\`, and but for the day's money \`DAILY_SPEND_LIMIT=100\`.`,
  ...(isRoot ? [] : ["Names that fall silent were not tried: that needs Linux, as root."]),
];

export async function neighbourRows(folder) {
  const receivers = await openReceivers();
  const seeded = await seedPeople(join(folder, "neighbours"), receivers.origin);
  const rows = [];
  for (const [name, attack] of Object.entries(attacks)) {
    if (!only.test(name) || (name === "slow names" && !isRoot)) continue;
    console.error(`beside ten others: ${name} …`);
    const dataDir = join(folder, "attacked");
    rmSync(dataDir, { recursive: true, force: true });
    cpSync(seeded.dataDir, dataDir, { recursive: true });
    if (attack.drafts) fillDrafts(dataDir, seeded.attacker.userId, attack.drafts);
    rows.push(...rowsOf(attack.what, await measure({ name, attack, dataDir, seeded, receivers })));
  }
  receivers.close();
  return rows;
}

async function measure({ name, attack, dataDir, seeded, receivers }) {
  const probe = `${dataDir}.heap.json`;
  rmSync(probe, { force: true });
  const how = { env: { ...env, DAILY_SPEND_LIMIT: "100", ...attack.env, ...probeEnv(probe) } };
  const server = name === "slow names" ? await startWithNames(dataDir, how) : await startLinnet(dataDir, how);
  const { origin } = server;
  const people = seeded.people.map((person) => ({ ...person, origin }));
  const file = `${dataDir}.attacker.json`;
  writeFileSync(file, JSON.stringify({ ...seeded.attacker, origin }));
  rmSync(`${file}.told`, { force: true });
  const script = join(import.meta.dirname, "attacks.mjs");
  const attacker = await startReady([script, name, file], { log: `${dataDir}.attacker.log` });
  // Warm: what every later page only runs is compiled by then.
  await usualLoad(people, Date.now(), Date.now() + 7_500);
  const before = { ...(await heapOf(server.pid, probe)), open: await descriptorsOf(server.pid) };

  const calmAt = Date.now() + 2_000;
  const attackAt = calmAt + calmMs;
  const endAt = attackAt + seconds * 1_000;
  const afterAt = endAt + breakMs;
  await planPosts(people, calmAt, afterAt + afterMs);
  await sleep(calmAt - Date.now());
  const cpuBefore = cpuOf(server);
  const calm = await usualLoad(people, calmAt, attackAt);
  const cpuCalm = cpuOf(server);
  receivers.take();
  await sleep(attackAt - Date.now());
  await attacker.begin();
  const watched = watchMemory(server, endAt);
  const meanwhile = await usualLoad(people, attackAt, endAt);
  await attacker.kill();
  const cpuMeanwhile = cpuOf(server);
  const hooks = receivers.take();
  await sleep(afterAt - Date.now());
  const after = await usualLoad(people, afterAt, afterAt + afterMs);
  const memory = await watched;
  const left = { ...(await heapOf(server.pid, probe)), open: await descriptorsOf(server.pid, before.open) };
  const rss = memoryOf(server);
  const told = JSON.parse(readFileSync(`${file}.told`, "utf8"));
  if (told.failed) throw new Error(`The attack came to an end: ${told.failed}`);
  if (!told[attack.does]) throw new Error(`The attack did nothing: ${JSON.stringify(told)}`);
  await stop(server);
  const posts = postsOf(dataDir, people);
  const late = (from, to) => posts.filter(({ due }) => due >= from && due < to).map((post) => post.late);
  return {
    calm: { ...calm, late: late(calmAt, attackAt), cpu: ((cpuCalm - cpuBefore) / calmMs) * 100 },
    meanwhile: { ...meanwhile, late: late(attackAt, endAt), hooks, cpu: (cpuMeanwhile - cpuCalm) / seconds / 10 },
    after: { ...after, late: late(afterAt, Infinity) },
    before,
    left,
    memory: Math.max(memory, rss.most),
    told,
  };
}

/** The same server, which alone asks the attacker's name server, as the machine's own. */
function startWithNames(dataDir, { env: more }) {
  const file = `${dataDir}.resolv.conf`;
  writeFileSync(file, `nameserver ${nameServer}\n`);
  const inside = `mount --bind "${file}" /etc/resolv.conf && exec "$@"`;
  const args = ["--mount", "sh", "-c", inside, "sh", process.execPath, ...serve];
  return start("unshare", args, { env: { DATA_DIR: dataDir, ...more }, path: "/generate", log: `${dataDir}.log` });
}

/** How late each of the people's posts was; one that didn't go out is as late as the end of all. */
function postsOf(dataDir, people) {
  const db = new Sqlite(join(dataDir, "linnet.db"), { readonly: true });
  const rows = db
    .prepare(
      `select t.user_id as userId, t.due_at as due, coalesce(p.created_at, ${Date.now()}) - t.due_at as late
      from tweets t left join sandbox_posts p on p.id = t.post_id where t.due_at is not null`,
    )
    .all();
  db.close();
  return rows.filter(({ userId }) => people.some((person) => person.userId === userId));
}

/** The most until then, in MB: of the server and all its children. */
async function watchMemory({ pid }, until) {
  let most = 0;
  while (Date.now() < until) {
    const now = familyOf(pid).reduce((sum, one) => sum + pssOf(one), 0);
    most = Math.max(most, now);
    await sleep(200);
  }
  return most;
}

/** The process and all that it started; they are of its group. */
function familyOf(pid) {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && groupOf(name) === pid);
}

function groupOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[2]);
  } catch {
    return null;
  }
}

function pssOf(pid) {
  try {
    return (Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]) * 1_024) / 1e6;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

function rowsOf(what, { calm, meanwhile, after, before, left, memory, told }) {
  const most = (numbers) => Math.max(...numbers);
  const [post, page] = [percentile(meanwhile.late, 99), percentile(meanwhile.pages, 99)];
  const calmPost = `${percentile(calm.late, 50)}, at most ${most(calm.late)} ms`;
  const calmPage = `${percentile(calm.pages, 50).toFixed(0)}, at most ${most(calm.pages).toFixed(0)} ms`;
  for (const refused of new Set([...calm.refused, ...meanwhile.refused, ...after.refused])) console.error(refused);
  console.error(
    `${what}: ${Object.entries(told)
      .map(([one, times]) => `${times} × ${one}`)
      .join(", ")}`,
  );
  const changed = changesOf({ calm, after, before, left });
  return [
    {
      what: `${what}: the others' posts, p99 late (calm: ${calmPost})`,
      goal: `≤ ${goals.post} ms`,
      value: post,
      unit: "ms",
      ok: post <= goals.post,
    },
    {
      what: `their pages, p99 (calm: ${calmPage})`,
      goal: `≤ ${goals.page} ms`,
      value: page,
      unit: "ms",
      ok: page <= goals.page,
    },
    {
      what: `refused, of ${meanwhile.asked}`,
      goal: "0",
      value: meanwhile.refused.length,
      unit: "",
      ok: meanwhile.refused.length === 0,
    },
    {
      what: "memory at most",
      goal: `≤ ${goals.memory} MB`,
      value: memory,
      unit: "MB",
      ok: memory <= goals.memory,
    },
    {
      what: `the server's processor time, of one core (calm: ${calm.cpu.toFixed(0)} %)`,
      goal: "",
      value: meanwhile.cpu,
      unit: "%",
      ok: null,
    },
    { what: "their webhooks, p99 late", goal: "", value: percentile(meanwhile.hooks, 99) ?? 0, unit: "ms", ok: null },
    {
      what: `not as before ${breakMs / 1_000} s after it${changed.length > 0 ? ` (${changed.join("; ")})` : ""}`,
      goal: "0",
      value: changed.length,
      unit: "",
      ok: changed.length === 0,
    },
  ];
}

/** What is not as it was, in words. */
function changesOf({ calm, after, before, left }) {
  const isMore = (now, then) => now > Math.max(then * goals.times, worthNaming);
  const [pages, calmPages] = [percentile(after.pages, 50), percentile(calm.pages, 50)];
  const [late, calmLate] = [Math.max(...after.late), Math.max(...calm.late)];
  const grown = (left.heap - before.heap) / 1e6;
  return [
    isMore(pages, calmPages) && `pages ${pages.toFixed(0)} ms`,
    isMore(late, calmLate) && `posts ${late} ms late`,
    after.refused.length > 0 && `${after.refused.length} refused`,
    left.open > before.open && `${left.open - before.open} descriptors more`,
    grown > goals.heap && `${grown.toFixed(0)} MB more held`,
  ].filter(Boolean);
}
