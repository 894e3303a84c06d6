// Throttled sign-in on the built app: form and API count together, a restart and a made-up address forgive nothing.
import { afterEach, expect, it } from "vitest";
import { password, register, Visitor } from "../../support/people/browser";
import { type BuiltServer, type Environment, startServer } from "../../support/server";

let server: BuiltServer;
afterEach(() => server?.close());

const start = async (env: Environment = {}) => {
  server = await startServer({ env });
  return register(server.origin, "alice");
};

let tries = 0;
/** One try over the API, each with another address in the header that anybody can write. */
const login = (email: string, secret: string, from = `203.0.113.${(tries += 1)}`) =>
  fetch(`${server.origin}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ email, password: secret }),
  });
const signIn = (email: string, secret: string) =>
  new Visitor(server.origin).post("/generate?panel=login", { intent: "sign-in", email, password: secret });

it("ten wrong passwords, by form or API, and a header that lies, and a restart: 429 with Retry-After", async () => {
  const { email } = await start();
  for (let n = 0; n < 5; n++) {
    expect((await login(email, "wrong 1234")).status).toBe(401);
    expect((await signIn(email, "wrong 1234")).status).toBe(401);
  }
  const refuse = async () => {
    for (const answer of [await login(email, password), await signIn(email, password)]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(900);
      expect(await answer.text()).toContain("Too many failed sign-in attempts.");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  };
  await refuse();
  await server.restart();
  await refuse();
  await server.restart({ RATE_LIMITS: "off" });
  expect((await login(email, password)).status).toBe(200);
});

it("behind a trusted proxy each client is judged by its own address", async () => {
  const { email } = await start({ TRUST_PROXY: "1" });
  for (let n = 0; n < 10; n++) expect((await login(email, "wrong 1234", `9.9.9.${n}, 198.51.100.1`)).status).toBe(401);
  expect((await login(email, password, "1.1.1.1, 198.51.100.1")).status).toBe(429);
  expect((await login(email, password, "198.51.100.1, 198.51.100.2")).status).toBe(200);
});

it("an address that used up its hundred is answered at the door, unread, as the endpoint would; others go on", async () => {
  const { email } = await start({ TRUST_PROXY: "1" });
  const crowd = (from: number) =>
    Promise.all(Array.from({ length: 10 }, (_, n) => login(`${from + n}@linnet.example`, "wrong 1234", "203.0.113.9")));
  for (let from = 0; from < 100; from += 10) for (const answer of await crowd(from)) expect(answer.status).toBe(401);
  const judged = await login(email, password, "203.0.113.9");
  const kept = (answer: Response) =>
    ["content-type", "cache-control", "x-content-type-options", "set-cookie"].map((name) => answer.headers.get(name));
  for (const body of ["{", JSON.stringify({ email, password }), "x".repeat(100_000)]) {
    const headers = { "content-type": "text/plain", "x-forwarded-for": "203.0.113.9" };
    const answer = await fetch(`${server.origin}/API/users/login/?a`, { method: "POST", headers, body });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    expect(kept(answer)).toEqual(kept(judged));
    const said = "Too many failed sign-in attempts. Try again in 15 minutes.";
    expect(await answer.json()).toEqual({ success: false, error: said, detail: said, code: "sign_in_throttled" });
  }
  expect((await login(email, password, "203.0.113.10")).status).toBe(200);
});
