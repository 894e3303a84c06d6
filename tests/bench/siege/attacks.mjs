// What one hostile person does, each in a process of its own that is killed in the end: attacks.mjs NAME FILE, where FILE has
// the person. `prepare` is what they do before anybody suffers; `run` goes on until the end. FILE.told says what came of it.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, Socket } from "node:net";
import { createSocket } from "node:dgram";
import { setTimeout as sleep } from "node:timers/promises";
import { addWebhook, newKey, send as sendOnce } from "./person.mjs";
import { pngOf } from "./png.mjs";

/** Where the server of `slow names` asks for names, and where the answer is silence after a while. */
export const nameServer = "127.0.5.3";

/** So many at it at once, for ever. */
const lanes = (many, work) =>
  Promise.all(
    Array.from({ length: many }, async (_, lane) => {
      for (let n = 0; ; n += 1) await work(lane, n);
    }),
  );

/** Of an attack that has two parts. */
const secondsOfHalf = Number(process.env.BENCH_SECONDS ?? 60) / 2;

/** How often each thing happened: an attack of which nothing comes is none. */
const told = {};
const tell = (what) => void (told[what] = (told[what] ?? 0) + 1);

async function send(...asked) {
  const answer = await sendOnce(...asked);
  tell(answer.status || "no answer");
  return answer;
}

let written = 0;
const words = () => `The ${(written += 1)}. of ${process.pid} sings in a hedge of its own`;
/** As many bytes as a tweet may have: a link counts as 23 characters, however long it is. */
const longWords = () => `${(written += 1)} ${`https://example.com/${"a".repeat(400)} `.repeat(11)}`;

const draft = async (person, text = words()) => {
  const json = { tweet_content: text, twitter_account_id: person.account };
  const { status, text: said } = await send(person, "/api/tweets/draft", { json, key: person.browserKey });
  return status === 201 ? JSON.parse(said).data.id : null;
};

async function post(person, text) {
  const id = await draft(person, text);
  if (id === null) return sleep(50);
  const { status } = await send(person, `/api/questions/publish-now/${id}`, { json: {}, key: person.browserKey });
  if (status !== 200) await sleep(50);
}

/** A connection that sends `head`, and is `drip`'s each second from then on; over a second after it is closed. */
async function hold({ origin, address }, head, drip = () => {}) {
  const { port } = new URL(origin);
  const socket = new Socket();
  socket.on("error", () => {}).resume();
  socket.connect({ port: Number(port), host: "127.0.0.1", localAddress: address });
  socket.write(head);
  const timer = setInterval(() => drip(socket), 1_000);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  tell("connections closed");
  await sleep(1_000);
}

const upload = (length, more = "") =>
  `POST /api/media HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** A receiver of webhooks that does to each connection what `treat` says; answers its origin. */
async function receiver(treat) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => tell("messages received"));
    socket.on("data", () => treat(socket));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

async function addReceivers(person, treat, many) {
  const origin = await receiver(treat);
  for (let n = 0; n < many; n += 1) person.hooks.push(await addWebhook(person, `${origin}/${n}`));
}

/** Posts, and tests of each webhook, whose messages go to all that were added. */
const tellHooks = (person) =>
  Promise.all([
    lanes(1, async () => {
      await post(person, words());
      await sleep(500);
    }),
    lanes(person.hooks.length, async (lane) => {
      await send(person, `/api/webhooks/${person.hooks[lane]}/test`, { method: "POST" });
      await sleep(2_000);
    }),
  ]);

/** Answers each name once with this machine, and is silent about it from then on. */
async function fallSilent() {
  const asked = new Map();
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const key = question.toString("latin1").toLowerCase();
    const times = (asked.get(key) ?? 0) + 1;
    asked.set(key, times);
    if (times > 1) return tell("names not answered");
    const isFour = question.readUInt16BE(question.length - 4) === 1;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(isFour ? 1 : 0, 6);
    head.fill(0, 8, 12);
    const record = Buffer.from("c00c0001000100000001000400000000", "hex");
    record.set([127, 0, 0, 1], 12);
    socket.send(Buffer.concat([head, question, ...(isFour ? [record] : [])]), from.port, from.address);
  });
  await new Promise((resolve) => socket.bind(53, nameServer, resolve));
}

/** A tool of the agents' way in; null where it was refused. */
async function tool(person, key, name, args) {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const headers = { accept: "application/json, text/event-stream" };
  const { status, text } = await send(person, "/mcp", { json, key, headers });
  if (status !== 200) return null;
  const { result } = JSON.parse(text.slice(text.indexOf("{")));
  const isDone = result && !result.isError;
  tell(isDone ? name : `${name} refused`);
  return isDone ? result.structuredContent : null;
}

async function byAgent(person, key) {
  const made = await tool(person, key, "create_draft", { tweet_content: words(), twitter_account_id: person.account });
  if (!made) return sleep(50);
  const at = new Date(Date.now() + 1_200).toISOString();
  const about = { tweet_id: made.tweet.id, twitter_account_id: person.account };
  const shown = await tool(person, key, "preview_post", { ...about, at });
  if (!shown) return sleep(50);
  const { tweet_content, twitter_username, confirm, execute_at } = shown;
  const named = { tweet_id: made.tweet.id, tweet_content, twitter_username, confirm };
  await tool(person, key, "schedule_tweet", { ...named, at: execute_at });
}

const attacks = {
  "half-sent": {
    run: (person) =>
      lanes(128, (lane) => {
        const from = { ...person, address: lane % 2 ? person.address : person.secondAddress };
        return hold(from, `${upload(60_000)}abcd`);
      }),
  },
  "slow names": {
    async prepare(person) {
      await fallSilent();
      for (let n = 0; n < 8; n += 1)
        person.hooks.push(await addWebhook(person, `http://name${n}.hostile.example:9/${n}`));
    },
    run: tellHooks,
  },
  "switching protocols": {
    prepare: (person) =>
      addReceivers(
        person,
        (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
        8,
      ),
    run: tellHooks,
  },
  "dead receivers": { prepare: (person) => addReceivers(person, () => {}, 8), run: tellHooks },
  downloads: {
    run: (person) =>
      lanes(8, async (lane) => {
        const { status } = await send(person, `/settings/export?format=${lane % 2 ? "csv" : "json"}`);
        if (status !== 200) await sleep(50);
      }),
  },
  drafts: {
    run: (person) =>
      lanes(16, async (lane) => {
        if (lane % 2) return draft(person, longWords());
        const tweets = Array.from({ length: 50 }, () => ({ tweet_content: longWords() }));
        await send(person, "/api/tweets", { json: { tweets }, key: person.browserKey });
      }),
  },
  agents: {
    async prepare(person) {
      for (let n = 0; n < 4; n += 1) person.keys.push(await newKey(person, `agent ${n}`));
      // The first call loads the code of the agents' way in: that is no memory that an attack leaves behind.
      await byAgent(person, person.keys[0]);
    },
    run: (person) => lanes(8, (lane) => byAgent(person, person.keys[lane % person.keys.length])),
  },
  uploads: {
    async run(person) {
      const head = upload(10_000_000, `Authorization: Bearer ${person.browserKey}\r\n`);
      const end = Date.now() + secondsOfHalf * 1_000;
      // As much as is asked for, and no more.
      const drip = (socket) => (Date.now() < end ? socket.write(Buffer.alloc(8_000)) : socket.destroy());
      void lanes(6, () => (Date.now() < end ? hold(person, head, drip) : sleep(1_000)));
      await sleep(secondsOfHalf * 1_000);
      await lanes(2, async (lane, n) => {
        const [width, height] = dearSizes[(lane + n) % dearSizes.length];
        const body = pngOf(width, height, n * 2 + lane);
        const { status } = await send(person, "/api/media", { body, type: "image/png", key: person.browserKey });
        if (status === 429) await sleep(1_000);
      });
    },
  },
  "the day's money": {
    run: (person) =>
      lanes(4, async (lane, n) => {
        const text = `${words()} https://example.com/${lane}/${n}`;
        if (lane % 2) return post(person, text);
        const publish_at = new Date(Date.now() + 1_500).toISOString();
        const one = { tweet_content: text, twitter_account_id: person.account, publish_at };
        const { status } = await send(person, "/api/tweets", { json: { tweets: [one] }, key: person.browserKey });
        if (status !== 201) await sleep(50);
      }),
  },
};
/** Refused by its header; as high as may be; as many pixels as may be. */
const dearSizes = [
  [1, 24_000_000],
  [1, 20_000],
  [2_400, 20_000],
];

if (process.send) {
  const [name, file] = process.argv.slice(2);
  const person = { ...JSON.parse(readFileSync(file, "utf8")), hooks: [], keys: [] };
  const { prepare, run } = attacks[name];
  await prepare?.(person);
  process.once("message", () => {
    process.send("began");
    const write = () => {
      writeFileSync(`${file}.new`, JSON.stringify(told));
      renameSync(`${file}.new`, `${file}.told`);
    };
    setInterval(write, 500);
    run(person).catch((error) => {
      told.failed = error.stack;
      write();
    });
  });
  process.send("ready");
}
