// What is in flight: counted as long as it lasts, and bounded.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { publishDue } from "~/features/publishing/publishing.server";
import { countInFlight, inFlight } from "~/features/publishing/engine/in-flight.server";
import { seed } from "~tests/bench/publisher/seed";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty } from "~tests/support/fakes/faulty-network";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

it("counts sends until they have settled, however they do", async () => {
  let end = () => {};
  const slow = inFlight(app, () => new Promise<void>((resolve) => (end = resolve)));
  const broken = inFlight(app, () => Promise.reject(new Error("broken")));
  expect(countInFlight(app)).toBe(2);
  await expect(broken).rejects.toThrow("broken");
  expect(countInFlight(app)).toBe(1);
  end();
  await slow;
  expect(countInFlight(app)).toBe(0);
});

describe("a pass", () => {
  /** Of the accounts that `seed` makes, each with one tweet that is due. */
  const due = async (tweets: number) => {
    const app = await createTestApp({ config: { quietHours: null, dailySpendLimit: 0 } });
    onTestFinished(() => app.close());
    await seed(app, { tweets, perAccount: 1, dueAt: () => app.clock.now() });
    return { app, woken: vi.spyOn(app, "wake") };
  };

  it("takes 450, and wakes the next one at once", async () => {
    const { app, woken } = await due(460);
    const { started, done } = await publishDue(app);
    expect(started).toBe(450);
    expect(woken).toHaveBeenCalledTimes(1);
    await done;
    expect((await publishDue(app)).started).toBe(10);
  });

  it("takes no more than there is room for", async () => {
    const { app, woken } = await due(3);
    let answer = () => {};
    const network = faulty(app.network);
    app.network = network;
    network.hold = new Promise<void>((resolve) => (answer = resolve));
    let end = () => {};
    const slow = new Promise<void>((resolve) => (end = resolve));
    const sends = Array.from({ length: 899 }, () => inFlight(app, () => slow));
    const { started, done } = await publishDue(app);
    expect(started).toBe(1);
    expect(woken).not.toHaveBeenCalled();
    expect((await publishDue(app)).started).toBe(0);
    answer();
    await done;
    end();
    await Promise.all(sends);
    expect((await publishDue(app)).started).toBe(2);
  });
});
