// Reading one post because its person asks.
import { describe, expect, it } from "vitest";
import { unlink } from "~/features/publishing/publishing.server";
import { readNow } from "~/features/results/results.server";
import { hours, minutes } from "~/ground/time/duration";
import {
  account,
  alice,
  app,
  bob,
  network,
  post,
  postIdOf,
  readings,
  reads,
  setStage,
  spentMicros,
  switchOn,
} from "./stage";

const ask = (tweetId: number, person = alice) => readNow(app, { userId: person.user.id, tweetId });

describe("on X", () => {
  setStage();

  it("costs half a cent once a UTC day, and keeps the last one alone", async () => {
    const id = await post(hours(2));
    await switchOn();
    expect(await ask(id)).toEqual({ chargedUsd: 0.005, gone: false });
    network.figures.set(await postIdOf(id), { likes: 9 });
    expect(await ask(id)).toEqual({ chargedUsd: 0, gone: false });
    expect(await readings()).toEqual([{ tweet_id: id, slot: "hand", likes: 9 }]);
    app.clock.set(Date.parse("2026-11-11T00:00:01Z"));
    expect(await ask(id)).toEqual({ chargedUsd: 0.005, gone: false });
    expect(await spentMicros()).toBe(10_000);
    expect(network.meter().micros).toBe(10_000);
    expect((await reads()).map(({ level }) => level)).toEqual(["hand", "hand", "hand"]);
  });

  it("is not for another's tweet, nor for what is not out, gone, unlinked, or while readings are off", async () => {
    const id = await post(hours(2));
    await expect(ask(id)).rejects.toMatchObject({ code: "switched_off", message: expect.stringContaining("off") });
    await switchOn();
    await switchOn("light", bob);
    await expect(ask(id, bob)).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(id + 1_000)).rejects.toMatchObject({ code: "not_found" });
    await app.db.updateTable("tweets").set({ state: "pending", published_at: null, post_id: null }).execute();
    await expect(ask(id)).rejects.toMatchObject({
      code: "not_published",
      message: "Only posted tweets have metrics.",
    });
    const gone = await post(hours(2));
    network.gone.add(await postIdOf(gone));
    expect(await ask(gone)).toEqual({ chargedUsd: 0, gone: true });
    await expect(ask(gone)).rejects.toMatchObject({ code: "deleted", message: "This post is no longer on X." });
    const last = await post(hours(2));
    await unlink(app, alice.user.id, account.networkUserId);
    await expect(ask(last)).rejects.toMatchObject({ code: "no_account" });
    expect(await spentMicros()).toBe(0);
  });

  it.each([
    [{ status: 429 } as const, "network_limited", 0],
    [{ status: 402 } as const, "network_refused", 0],
    [{ status: 401 } as const, "network_refused", 0],
    [{ status: 503 } as const, "network_refused", 0],
    ["not sent" as const, "network_refused", 0],
    ["lost after" as const, "timeout", 5_000],
  ])("says what went wrong and what it cost: %o", async (fault, code, cost) => {
    const id = await post(hours(2));
    await switchOn();
    network.readFaults.push(fault);
    await expect(ask(id)).rejects.toMatchObject({ code });
    expect(await spentMicros()).toBe(cost);
    expect(await readings()).toEqual([]);
  });

  it("rests with all readings where no credits are left", async () => {
    const id = await post(hours(2));
    await switchOn();
    network.readFaults.push({ status: 402 });
    await expect(ask(id)).rejects.toMatchObject({ code: "network_refused" });
    app.clock.advance(minutes(5));
    await expect(ask(id)).rejects.toMatchObject({ code: "network_limited" });
    expect(network.figureCalls).toHaveLength(1);
  });
});
