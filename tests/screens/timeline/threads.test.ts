// A thread on the screens: sent only from where all its parts are in sight; stopped, continued and left by form.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { listPicturesOf } from "~/features/media/media.server";
import { changePictures, publishDue, publishNow, writeThread } from "~/features/publishing/publishing.server";
import { planAll, scheduleAll } from "~/features/scheduling/scheduling.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { atScreens } from "../support/acting";

it("no button sends or schedules what it doesn't show, and a thread that stands still says so", async () => {
  const app = await createTestApp();
  const network = faulty(app.network);
  app.network = network;
  try {
    const alice = await atScreens(app, "alice");
    const userId = alice.person.user.id;
    const parts = ["Terns go far.", "Further than most: https://linnet.com/birds", "And come back."];
    const { id: tweetId } = await writeThread(app, { userId, parts, account: alice.account.networkUserId });
    const refusal = {
      ok: false,
      error:
        "This starts a thread of 3 parts, $0.23 on X. Open the thread, check every part, then post or schedule it there.",
    };
    for (const intent of ["post-now", "add-to-timeline", "schedule-at"]) {
      const fields = { intent, tweetId: String(tweetId), moment: "2027-01-01T12:00" };
      expect(await alice.act("/ideas", fields), intent).toMatchObject(refusal);
    }
    const plan = await planAll(app, { userId, tweetIds: [tweetId], days: 3 });
    expect(plan.refused).toMatchObject([{ tweetId, reason: "Schedule threads separately." }]);
    const wanted = [{ tweetId, textHash: "", account: alice.account.networkUserId, at: app.clock.now() + 1 }];
    expect((await scheduleAll(app, { userId, wanted, days: 3 })).scheduled).toEqual([]);
    expect(network.handed).toEqual([]);

    await publishNow(app, { userId, tweetId, account: null });
    network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    app.clock.advance(seconds(6));
    await (
      await publishDue(app)
    ).done;
    expect(await alice.attention()).toEqual({ text: "1 tweet failed.", tweetHref: `/timeline?tweet=${tweetId}` });
    const { opened } = (await alice.timeline(`/timeline?tweet=${tweetId}`)).week;
    expect(opened?.tweet).toMatchObject({
      status: "failed",
      error: "1 of 3 parts posted. Part 2 failed: X refused this tweet: No. Parts 2–3 haven’t been posted.",
    });
    const ideas = JSON.stringify(await alice.ideas());
    for (const part of parts.slice(1)) expect(ideas).not.toContain(part);
  } finally {
    await app.close();
  }
});

describe("in its window", () => {
  let app: TestApp;
  let network: FaultyNetwork;
  beforeEach(async () => {
    app = await createTestApp();
    network = faulty(app.network);
    app.network = network;
  });
  afterEach(() => app.close());

  const parts = ["Terns go far.", "Further than most.", "And come back."];

  /** Of an account that is not her default. */
  async function threadOf(parts: string[]) {
    const alice = await atScreens(app, "alice");
    const second = await linkAccount(app, alice.person, "alice_second");
    const by = { userId: alice.person.user.id, account: second.networkUserId };
    const { id } = await writeThread(app, { ...by, parts });
    const path = `/timeline?tweet=${id}`;
    const fields = { tweetId: String(id), account: second.networkUserId };
    const opened = async () => (await alice.timeline(path)).week.opened;
    const act = (intent: string, more: Record<string, string> = {}) => alice.act(path, { intent, ...fields, ...more });
    const next = async () => {
      app.clock.advance(seconds(6));
      await (
        await publishDue(app)
      ).done;
    };
    return { alice, second, id, path, opened, act, next };
  }

  it("all parts are in sight with what they cost, and go out as its own account", async () => {
    const { alice, opened, act, next, second } = await threadOf(parts);
    expect(await opened()).toMatchObject({
      tweet: { costUsd: 0.045, parts: 3 },
      thread: { state: "draft", isSent: false, parts: parts.map((content) => ({ content, status: "pending" })) },
    });
    // One more was written in another tab since.
    expect(await act("post-now", { parts: "2" })).toMatchObject({ ok: false });
    expect(network.handed).toEqual([]);
    expect(await act("post-now", { parts: "3" })).toMatchObject({
      ok: true,
      message: "Part 1 is posted. The rest will follow.",
    });
    expect(await opened()).toMatchObject({
      choice: null,
      others: [],
      thread: { isSent: true, line: "1 of 3 parts posted. The next part will post in a few seconds." },
    });
    const grid = async (path: string) => JSON.stringify((await alice.timeline(path)).week);
    const path = `/timeline?account=${second.networkUserId}`;
    expect(await grid(path)).toContain('"preview":"1/3 Terns go far.…"');
    await next();
    await next();
    const asSecond = { status: "published", account: { ref: second.networkUserId } };
    expect((await opened())?.thread).toMatchObject({
      state: "done",
      line: "All 3 parts posted.",
      parts: parts.map(() => asSecond),
    });
    expect(network.handed).toEqual(parts);
  });

  it("is stopped, goes on, and is left, each only where that is what stood there", async () => {
    const { opened, act, next } = await threadOf(parts);
    await act("post-now", { parts: "3" });
    expect(await act("steer-thread", { leave: "1" })).toMatchObject({
      ok: false,
      error: "This thread isn’t stopped.",
    });
    expect(await act("steer-thread", { do: "stop" })).toMatchObject({ ok: true });
    expect(await act("steer-thread", { do: "stop" })).toMatchObject({
      ok: false,
      error: "This thread isn’t being posted.",
    });
    await next();
    expect(network.handed).toHaveLength(1);
    expect((await opened())?.thread).toMatchObject({ state: "stopped" });
    expect(await act("steer-thread", { do: "continue" })).toMatchObject({ ok: true, message: "Thread resumed" });
    await next();
    expect(network.handed).toHaveLength(2);
    await act("steer-thread", { do: "stop" });
    expect(await act("steer-thread", { leave: "1" })).toMatchObject({ ok: true, message: "Thread ended" });
    expect(await opened()).toMatchObject({
      editable: false,
      thread: { line: "2 of 3 parts posted. You ended the thread there." },
    });
    expect(await act("steer-thread", { do: "dance" })).toMatchObject({ ok: false });
  });

  it("has the price of all its parts in the list", async () => {
    const { alice, act, second } = await threadOf(["Terns go far.", "See https://linnet.com/birds", "And come back."]);
    await act("schedule-at", { parts: "3", moment: "2026-11-20T12:00" });
    const { list } = (await alice.timeline(`/timeline?view=list&account=${second.networkUserId}`)).week;
    const rows = list?.coming.flatMap((day) => day.rows) ?? [];
    expect(rows).toMatchObject([{ content: "Terns go far.", price: "$0.23" }]);
    expect(rows[0]).not.toHaveProperty("rest");
  });

  it("goes back on the timeline by Undo, from wherever it was taken off", async () => {
    const { act, opened } = await threadOf(parts);
    await act("schedule-at", { parts: "3", moment: "2027-01-01T12:00" });
    const off = await act("take-off");
    expect(off).toMatchObject({ ok: true, undo: { fields: { parts: "3" } } });
    expect((await opened())?.tweet.status).toBe("pending");
    const { intent = "", ...fields } = "undo" in off && off.undo ? { intent: off.undo.intent, ...off.undo.fields } : {};
    expect(await act(intent, fields)).toMatchObject({ ok: true });
    expect((await opened())?.tweet).toMatchObject({ status: "scheduled", whenIso: "2027-01-01T12:00:00.000Z" });
  });

  it("is nobody else's", async () => {
    const { act, path, id } = await threadOf(parts);
    await act("post-now", { parts: "3" });
    const bob = await atScreens(app, "bob");
    for (const [name, value] of [
      ["do", "stop"],
      ["do", "continue"],
      ["leave", "1"],
    ] as const)
      expect(await bob.act(path, { intent: "steer-thread", tweetId: String(id), [name]: value })).toMatchObject({
        ok: false,
      });
    expect((await bob.timeline(path)).week.opened).toBeNull();
  });

  it("is made of one long text, which a single tweet's is not", async () => {
    const { alice, second } = await threadOf(parts);
    const write = (content: string) =>
      alice.act("/timeline?write=1", { intent: "write-tweet", thread: "1", content, account: second.networkUserId });
    const long = Array.from({ length: 40 }, (_, n) => `This is sentence ${n + 1}.`).join(" ");
    expect(await write("Short.")).toMatchObject({ ok: false, error: "This fits in one tweet. Save it as it is." });
    expect(await write("x".repeat(400))).toMatchObject({ ok: false, values: { content: "x".repeat(400) } });
    const came = await write(long);
    const opened = "to" in came ? (await alice.timeline(came.to)).week.opened : null;
    expect(opened?.thread?.parts.map(({ content }) => content).join(" ")).toBe(long);
    expect(opened?.tweet.account?.ref).toBe(second.networkUserId);
  });

  it("is changed where it has not gone out, and not over what another tab has changed", async () => {
    const { act, opened, next } = await threadOf(parts);
    const edit = async (words: Record<string, string>, seen?: string) =>
      act("change-thread", { seen: seen ?? (await opened())?.thread?.seen ?? "", ...words });
    const before = (await opened())?.thread?.seen;
    expect(await edit({ part_1: parts[0]!, part_2: "", part_3: "And\r\nback.", part_4: "For good." })).toMatchObject({
      to: expect.stringContaining("/timeline") as unknown,
    });
    const words = async () => (await opened())?.thread?.parts.map(({ content }) => content);
    expect(await words()).toEqual([parts[0], "And\nback.", "For good."]);
    expect(await edit({ part_1: "Other", part_2: "words" }, before)).toMatchObject({
      ok: false,
      values: { part_1: "Other" },
    });
    expect(await edit({ part_1: "Alone." })).toMatchObject({ ok: false, error: "A thread needs at least 2 parts." });

    await act("post-now", { parts: "3" });
    network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
    await next();
    expect((await opened())?.thread?.parts.map(({ isFixed }) => isFixed)).toEqual([true, false, false]);
    expect(await edit({ part_1: "Another", part_2: "Better.", part_3: "For good." })).toMatchObject({ ok: false });
    await edit({ part_1: parts[0]!, part_2: "Better.", part_3: "For good." });
    await act("steer-thread", { do: "continue" });
    await next();
    await next();
    expect(network.handed.slice(-2)).toEqual(["Better.", "For good."]);
    expect((await opened())?.editable).toBe(false);
  });

  it("keeps a part's picture at its words where a part before it is taken off and they are changed at once", async () => {
    const { alice, act, opened } = await threadOf(parts);
    const by = { user_id: alice.person.user.id, type: "jpeg" as const, width: 4, height: 3, bytes: 9 };
    const at = app.clock.now();
    const ids = (await opened())?.thread?.parts.map((part) => part.id) ?? [];
    for (const [n, id] of ["terns", "waves"].entries()) {
      await app.db
        .insertInto("media")
        .values({ ...by, id, sha256: id.padEnd(64, "0"), created_at: at, idle_since: at })
        .execute();
      const ask = { userId: alice.person.user.id, tweetId: ids[n] ?? 0 };
      await changePictures(app, ask, () => [{ mediaId: id }]);
    }
    const seen = (await opened())?.thread?.seen ?? "";
    await act("change-thread", { seen, part_1: "", part_2: "Further than all.", part_3: "And come back.", part_4: "" });
    const left = (await opened())?.thread?.parts.map((part) => part.id) ?? [];
    const pictures = await listPicturesOf(app.db, left);
    expect(left.map((id) => pictures.get(id)?.map(({ mediaId }) => mediaId))).toEqual([["waves"], undefined]);
  });
});
