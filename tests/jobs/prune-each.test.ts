// Each pruning by itself: one that fails keeps none of the others from its work, and is told of once it lasts.
import { afterEach, beforeEach, expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { prune, prunings } from "~jobs/prune.server";
import { createTestApp, type TestApp } from "~tests/support/app";

let app: TestApp;
beforeEach(async () => (app = await createTestApp({ env: { ALERT_URL: "http://127.0.0.1:9/" } })));
afterEach(() => app?.close());

const told = async () =>
  (await app.db.selectFrom("events").select(["type", "detail"]).execute()).map(({ type, detail }) => [type, detail]);
const logged = () => app.logged.filter(({ msg }) => msg === "what has had its time could not be removed");

it.each(Object.keys(prunings))("the others are done where that of %s fails, and the log names it", async (name) => {
  const done: string[] = [];
  const each = Object.fromEntries(
    Object.keys(prunings).map((one) => [
      one,
      () => (one === name ? Promise.reject(new Error("No such table")) : Promise.resolve(done.push(one))),
    ]),
  );
  await prune(app, each);
  expect([...done, name].sort()).toEqual(Object.keys(prunings).sort());
  expect(logged()).toMatchObject([{ level: "error", what: name, err: { message: "No such table" } }]);
});

it("the operator is told once it has failed for a day, once a day while it lasts, and not where it was well between", async () => {
  let isBroken = true;
  const each = { ...prunings, sessions: () => (isBroken ? Promise.reject(new Error("Broken")) : Promise.resolve()) };
  const hourly = async (n: number) => {
    for (let hour = 0; hour < n; hour += 1) {
      await prune(app, each);
      app.clock.advance(hours(1));
    }
  };
  await hourly(23);
  isBroken = false;
  await hourly(1);
  isBroken = true;
  await hourly(24);
  expect(await told()).toEqual([]);
  await hourly(1);
  expect(await told()).toEqual([["cleanup.failed", "sessions"]]);
  await hourly(23);
  expect(await told()).toHaveLength(1);
  app.clock.advance(days(1));
  await hourly(1);
  expect(await told()).toHaveLength(2);
});
