// A day's requests in a jumble: pages, their data, API calls, forms, what is refused, and tweets that are really posted.
import http from "node:http";
import { newVisitor } from "./visitor.mjs";

const atOnce = 8;

/** So many people that nobody's week grows beyond what a person posts. */
export async function gather(origin, people) {
  const gathered = [];
  for (let n = 0; n < people; n += 1) gathered.push(await newVisitor(origin));
  return gathered;
}

/** Sends `count` requests; answers how often each kind was answered as it should be. Throws where one was not. */
export async function sendMix(people, count, seed = 1) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const random = numbers(seed);
  const told = {};
  let left = count;
  const work = async () => {
    while (left > 0) {
      const kind = draw(random);
      const person = people[Math.floor(random() * people.length)];
      left -= kind.requests ?? 1;
      await kind.run((path, how) => send(agent, person, path, how), person, random);
      told[kind.name] = (told[kind.name] ?? 0) + 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    agent.destroy();
  }
  return told;
}

const pages = ["/generate", "/timeline", "/bot", "/strategy", "/product-analyse", "/generate?panel=settings"];
let written = 0;
const words = () => `The ${(written += 1)}. linnet of ${process.pid} sings in a hedge of its own`;

const kinds = [
  { name: "accounts", weight: 30, run: (send) => send("/api/twitter/accounts/list") },
  {
    name: "history",
    weight: 15,
    run: (send, { userId }) => send(`/api/bots/content-analysis/list/${userId}?limit=20`),
  },
  { name: "weigh", weight: 10, run: (send) => send("/api/questions/weigh", { json: { texts: [words()] } }) },
  { name: "health", weight: 15, run: (send) => send("/healthz") },
  { name: "page", weight: 3, run: (send, _person, random) => send(pages[Math.floor(random() * pages.length)]) },
  { name: "data", weight: 3, run: (send) => send("/strategy.data") },
  { name: "form", weight: 2, run: (send) => send("/strategy.data", { form: { intent: "set-theme", theme: "dark" } }) },
  { name: "refused form", weight: 2, run: (send) => send("/bot.data", { form: { intent: "no such" }, status: 422 }) },
  { name: "missing", weight: 4, run: (send) => send("/api/nothing", { status: 404 }) },
  { name: "no JSON", weight: 3, run: (send) => send("/api/questions/tweet", { body: "{", status: 400 }) },
  {
    name: "wrong key",
    weight: 3,
    run: (send) => send("/api/twitter/accounts/list?user_id=x&api_key=y", { status: 401 }),
  },
  { name: "published", weight: 5, requests: 2, run: publish },
  { name: "scheduled and taken off", weight: 3, requests: 3, run: schedule },
];

async function publish(send) {
  const { data } = await send("/api/questions/tweet", { json: { tweet_content: words() }, status: 201 });
  await send(`/api/questions/publish-now/${data.id}`, { json: {} });
}

async function schedule(send) {
  const { data } = await send("/api/questions/tweet", { json: { tweet_content: words() }, status: 201 });
  await send(`/api/questions/publish-random-auto/${data.id}`, { json: { user_timezone: "Europe/Berlin" } });
  await send(`/api/questions/cancel/${data.id}`, { json: {} });
}

const weights = kinds.reduce((sum, { weight }) => sum + weight, 0);
function draw(random) {
  let left = random() * weights;
  return kinds.find(({ weight }) => (left -= weight) < 0) ?? kinds[0];
}

/** Park and Miller's: the same jumble in every run. */
function numbers(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** One request of a person's browser; anything but `status` is an error. Answers JSON where it is. */
function send(agent, { origin, cookie }, path, { json, form, body, status = 200 } = {}) {
  const payload = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : body;
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const headers = { cookie, origin, ...(payload === undefined ? {} : { "content-type": type }) };
  return new Promise((resolve, reject) => {
    const method = payload === undefined ? "GET" : "POST";
    const request = http.request(new URL(path, origin), { agent, method, headers }, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8");
        if (answer.statusCode !== status)
          return reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
        resolve(/json/.test(answer.headers["content-type"]) ? JSON.parse(text) : null);
      });
    });
    request.on("error", reject);
    request.end(payload);
  });
}
