// How often one browser's key may ask: as often as a named key, and nobody else's waits for it.
import { afterEach, expect, it } from "vitest";
import { minutes } from "~/ground/time/duration";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi } from "~tests/support/calls/call";
import { signUp } from "../access/sign-up";

let app: TestApp;
afterEach(() => app?.close());

it("a browser's key asks 600 times a minute, and another person's and RATE_LIMITS=off are not held to it", async () => {
  app = await createTestApp();
  const [alice, bob] = [await signUp(), await signUp("bob@linnet.example")];
  const ask = (key: string) => callApi("/api/me", { headers: { authorization: `Bearer ${key}` } });
  for (let n = 0; n < 600; n += 1) await ask(alice.key);
  const refused = await ask(alice.key);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  expect((await ask(bob.key)).status).toBe(200);
  app.config.rateLimits = false;
  expect((await ask(alice.key)).status).toBe(200);
  app.config.rateLimits = true;
  app.clock.advance(minutes(1));
  expect((await ask(alice.key)).status).toBe(200);
});
