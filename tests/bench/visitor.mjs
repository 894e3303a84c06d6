// One person with a browser's cookie jar: registers, links a sandbox account, has a batch generated.
import { setTimeout as sleep } from "node:timers/promises";

/** Registers over the API, in Berlin's time zone, and goes through the sandbox's consent page by its form. */
export async function newVisitor(origin) {
  const visitor = { origin, cookie: "", userId: "" };
  const name = `bench${Date.now().toString(36)}`;
  const person = { email: `${name}@example.com`, password: "correct horse 1" };
  const registered = await ask(visitor, "/api/users/register", { json: person, status: 201 });
  visitor.userId = (await registered.json()).user_id;
  visitor.cookie = registered.headers.getSetCookie()[0].split(";", 1)[0];
  await ask(visitor, `/api/questions/set-timezone/${visitor.userId}?timezone=Europe/Berlin`, { method: "POST" });
  const consent = await consentPath(visitor);
  const token = new URL(consent, origin).searchParams.get("oauth_token");
  const form = new URLSearchParams({ oauth_token: token, handle: name.slice(0, 15) });
  const granted = await ask(visitor, consent, { method: "POST", form, status: 303 });
  const linked = await ask(visitor, granted.headers.get("location"), { status: 303 });
  if (!linked.headers.get("location").includes("twitter_connected=true")) throw new Error("The account was not linked");
  return visitor;
}

/** Where the way to a new account begins: the sandbox's consent page, with a fresh token. */
export async function consentPath(visitor) {
  const started = await ask(visitor, "/accounts/connect", { status: 303 });
  return started.headers.get("location");
}

/** Asks for a batch and waits until it is there; answers its id. */
export async function generateBatch(visitor) {
  const asked = await ask(visitor, "/api/questions/submit-gemini", { json: { question: "winter birds" }, status: 202 });
  const { task_id: task } = await asked.json();
  for (let tries = 0; tries < 100; tries += 1) {
    const { data } = await (await ask(visitor, `/api/questions/task-status/${task}`)).json();
    if (data.status === "success") return data.batch_id;
    if (data.status === "failed") throw new Error(`The batch was not generated: ${data.error}`);
    await sleep(100);
  }
  throw new Error("The batch was not generated in 10 s");
}

/** One request as this person's browser would send it; anything but `status` is an error. */
export async function ask(visitor, path, { method = "GET", json, form, status = 200 } = {}) {
  const response = await fetch(new URL(path, visitor.origin), {
    method: json ? "POST" : method,
    redirect: "manual",
    headers: {
      origin: visitor.origin,
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
      ...(json ? { "content-type": "application/json" } : {}),
    },
    body: json ? JSON.stringify(json) : form,
  });
  if (response.status !== status)
    throw new Error(`${path} answered ${response.status}, not ${status}: ${(await response.text()).slice(0, 300)}`);
  return response;
}
