// One person at an address of their own on loopback: registers, links two accounts of the sandbox, makes keys, asks.
import http from "node:http";
import { performance } from "node:perf_hooks";

export const password = "correct horse 1";
/** Nobody waits longer. */
const patience = 30_000;

/** The address of the n-th person: each is a client of its own to the server, from 1 on. */
export const addressOf = (n) => `127.0.0.${10 + n}`;

/**
 * One request over a connection of its own: `{ status, ms, text, headers }`. Status 0 is no answer at all. `key` goes into
 * the Authorization header; without one the cookie does.
 */
export function send(person, path, { method, json, form, body, type, key, ...more } = {}) {
  const payload = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : body;
  const sort = type ?? (form ? "application/x-www-form-urlencoded" : "application/json");
  const headers = {
    origin: person.origin,
    ...(key ? { authorization: `Bearer ${key}` } : person.cookie ? { cookie: person.cookie } : {}),
    ...(payload === undefined ? {} : { "content-type": sort, "content-length": Buffer.byteLength(payload) }),
    ...more.headers,
  };
  return new Promise((resolve) => {
    const began = performance.now();
    const end = (status, text = "", told = {}) =>
      resolve({ status, text, headers: told, ms: performance.now() - began });
    const options = {
      agent: false,
      family: 4,
      localAddress: person.address,
      method: method ?? (payload === undefined ? "GET" : "POST"),
      headers,
      timeout: patience,
    };
    const request = http.request(new URL(path, person.origin), options, (answer) => {
      const pieces = [];
      answer.on("data", (piece) => pieces.push(piece));
      answer.on("error", () => end(0));
      answer.on("end", () => end(answer.statusCode, Buffer.concat(pieces).toString("utf8"), answer.headers));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => end(0));
    request.end(payload);
  });
}

/** The same; anything but `status` is an error. */
export async function expect(person, path, { status = 200, ...how } = {}) {
  const answer = await send(person, path, how);
  if (answer.status !== status)
    throw new Error(`${path} answered ${answer.status}, not ${status}: ${answer.text.slice(0, 300)}`);
  return answer;
}

/** Registered, with two accounts, of which the default is not the one that `account` names. */
export async function newPerson(origin, n) {
  const person = { origin, address: addressOf(n), name: `person${n}`, cookie: "" };
  const ask = { email: `person${n}@example.com`, password };
  const registered = await expect(person, "/api/users/register", { json: ask, status: 201 });
  const { user_id: userId, api_key: browserKey } = JSON.parse(registered.text);
  Object.assign(person, { userId, browserKey, cookie: registered.headers["set-cookie"][0].split(";", 1)[0] });
  await expect(person, `/api/questions/set-timezone/${userId}?timezone=Europe/Berlin`, { method: "POST" });
  for (const handle of [`own_${n}`, `default_${n}`]) await link(person, handle);
  const { accounts } = JSON.parse((await expect(person, "/api/twitter/accounts/list")).text);
  const idOf = (handle) => accounts.find((one) => one.twitter_username === handle).twitter_user_id;
  await expect(person, `/api/twitter/accounts/${idOf(`default_${n}`)}/set-default`, { method: "POST" });
  return { ...person, account: idOf(`own_${n}`) };
}

async function link(person, handle) {
  const started = await expect(person, "/accounts/connect", { status: 303 });
  const consent = started.headers.location;
  const token = new URL(consent, person.origin).searchParams.get("oauth_token");
  const granted = await expect(person, consent, { form: { oauth_token: token, handle }, status: 303 });
  const linked = await expect(person, granted.headers.location, { status: 303 });
  if (!linked.headers.location.includes("twitter_connected=true")) throw new Error(`${handle} was not linked`);
}

export async function newKey(person, name) {
  const ask = { name, scopes: ["read", "write", "publish", "webhooks"], password };
  return JSON.parse((await expect(person, "/api/keys", { json: ask, status: 201 })).text).data.key;
}

export async function addWebhook(person, url, events = ["tweet.published"]) {
  const answer = await expect(person, "/api/webhooks", { json: { url, events }, status: 201 });
  return JSON.parse(answer.text).data.id;
}
