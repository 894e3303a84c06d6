// Each limit there is: so many go, the next is refused in its words, nobody else is, and all is as before when its time is over.
import { afterEach, beforeEach, expect, it } from "vitest";
import { codeOf, type LimitName, limits } from "~/features/rate-limits/limit";
import { countHere, countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { createTestApp, type TestApp } from "~tests/support/app";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const names = Object.keys(limits) as LimitName[];
/** Counted in the process: each is asked many times a second. */
const here = new Set<LimitName>(["weighing", "key", "splitting"]);

const count = async (name: LimitName, who: string): Promise<void> => {
  if (here.has(name)) countHere(app, name, who);
  else await countOne(app, name, who);
};

it.each(names)("%s refuses the next one and nobody else, for as long as it says", async (name) => {
  const { max, withinMs, message } = limits[name];
  for (let n = 0; n < max; n += 1) await count(name, "alice");
  const refused = await count(name, "alice").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  const { code, message: told, retryAfterSeconds } = refused as AppError;
  expect(code).toBe(codeOf(limits[name]));
  expect(told.startsWith(message)).toBe(true);
  expect(told).toMatch(/ Try again in (?:a minute|\d+ minutes)\.$/);
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(withinMs / 1000);
  await count(name, "bob");
  app.clock.advance(withinMs);
  await count(name, "alice");
});

it.each(names)("%s is lifted by RATE_LIMITS=off", async (name) => {
  app.config.rateLimits = false;
  for (let n = 0; n < 2 * limits[name].max; n += 1) await count(name, "alice");
});
