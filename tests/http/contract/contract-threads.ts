// The walk over threads: written, changed, sent by their first part, stopped, let go on. By bob.
import { expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { deleteDue } from "~/features/deletions/deletions.server";
import { publishDue } from "~/features/publishing/publishing.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { cast, send } from "./contract-walk";

const as = (method: string, path: string, json?: unknown) => send(method, path, { json }, cast.bob.key);
const parts = ["Terns go far.", "Further than most.", "And come back."];
const write = async (what: readonly unknown[] = parts) =>
  (await as("POST", "/api/questions/thread", { parts: what })).body.data as { id: number };
const pass = async () => {
  cast.app.clock.advance(seconds(6));
  await (
    await publishDue(cast.app)
  ).done;
};
const threadOf = async (id: number) => {
  const { body } = await as("GET", "/api/tweets?limit=100");
  const found = (body["data"] as unknown as { id: number; status: string; error: string; thread: unknown }[]).find(
    (one) => one.id === id,
  );
  return {
    status: found?.status,
    error: found?.error,
    ...(found?.thread as { state: string; out: number; reason: string | null }),
  };
};

export function threads(): void {
  it("is one tweet with its parts, which are no tweets of their own", async () => {
    const written = await as("POST", "/api/questions/thread", { parts: [parts[0], { tweet_content: parts[1] }] });
    expect(written.status).toBe(201);
    expect(written.body.data).toMatchObject({
      status: "pending",
      tweet_content: parts[0],
      price_usd: 0.03,
      thread: {
        of: 2,
        out: 0,
        state: "draft",
        reason: null,
        parts: [
          { part: 1, id: written.body.data["id"], tweet_content: parts[0], status: "pending", post_url: null },
          { part: 2, tweet_content: parts[1], weighted_length: 18, status: "pending", error: null },
        ],
      },
    });
    const { parts: told } = written.body.data["thread"] as { parts: { id: number }[] };
    const listed = (await as("GET", "/api/tweets?status=idea&limit=100")).body["data"] as unknown as { id: number }[];
    expect(listed.map(({ id }) => id)).toContain(told[0]?.id);
    expect(listed.map(({ id }) => id)).not.toContain(told[1]?.id);
    const later = await as("POST", `/api/questions/publish-now/${told[1]?.id}`);
    expect([later.status, later.body["error"]]).toEqual([
      409,
      `This is part 2 of a thread. Use the first part, ${told[0]?.id}.`,
    ]);
    const at = `/api/questions/thread/${told[0]?.id}`;
    const changed = await as("PUT", at, { parts: ["Terns rest."].concat(parts) });
    expect(changed.body.data["thread"]).toMatchObject({ of: 4, parts: [{ tweet_content: "Terns rest." }, {}, {}, {}] });
    expect((await as("POST", `${at}/continue`)).status).toBe(409);
    expect((await as("POST", `${at}/stop`)).status).toBe(409);
    expect((await as("PUT", `/api/questions/thread/${cast.bob.tweetId}`, { parts })).status).toBe(409);
    expect((await as("POST", "/api/questions/thread", { parts, twitter_account_id: "1" })).status).toBe(404);
  });

  it.each([
    [["One"], ["body", "parts"], "too_short"],
    [Array.from({ length: 26 }, (_, n) => `Part ${n}`), ["body", "parts"], "too_long"],
    [["One", "Two", " "], ["body", "parts", 2], "too_short"],
    [["One", "x".repeat(281)], ["body", "parts", 1], "too_long"],
    [["One", "Two", "one!"], ["body", "parts", 2], "invalid"],
  ])("with %j is refused beside its part", async (wrong, loc, type) => {
    const { status, body } = await as("POST", "/api/questions/thread", { parts: wrong });
    expect([status, body["detail"]]).toMatchObject([422, [{ loc, type }]]);
  });

  it("goes out part by part, stands still where one is refused, and goes on by a word", async () => {
    const { id } = await write();
    const at = `/api/questions/thread/${id}`;
    const sent = await as("POST", `/api/questions/publish-now/${id}`);
    expect([sent.status, sent.body.data["status"]]).toEqual([200, "publishing"]);
    cast.network.faults.push(answered(403, { title: "Forbidden", detail: "No.", type: "about:blank", status: 403 }));
    await pass();
    const stopped = await threadOf(id);
    expect(stopped).toMatchObject({ status: "failed", state: "stopped", out: 1, error: stopped.reason });
    expect((await as("POST", `/api/questions/publish-now/${id}`)).status).toBe(409);
    const [first = ""] = parts;
    const duplicate = await as("PUT", at, { parts: [first, "bob's first words", "End."] });
    expect(duplicate.status).toBe(200);
    expect((await as("POST", `${at}/continue`, { post_url: "https://x.com/bob" })).status).toBe(422);
    const { config } = cast.app;
    cast.app.config = { ...config, dailyPostLimit: 1 };
    expect((await as("POST", `${at}/continue`)).status).toBe(429);
    cast.app.config = config;
    const on = await as("POST", `${at}/continue`, { post_url: null });
    expect(on.body.data["thread"]).toMatchObject({ state: "going", out: 1 });
    await pass();
    expect((await as("POST", `${at}/stop`)).body.data["thread"]).toMatchObject({ state: "stopped", out: 2 });
    const ended = await as("POST", `${at}/stop`);
    expect(ended.body.data).toMatchObject({ status: "published", thread: { state: "done", out: 2, of: 3 } });
    expect((await as("POST", `${at}/stop`)).status).toBe(409);
    const post = `/api/questions/post/${id}`;
    for (const json of [{}, { confirm: false }, { confirm: "true" }]) {
      const { status, body } = await as("DELETE", post, json);
      expect([status, body["detail"]]).toMatchObject([422, [{ loc: ["body", "confirm"] }]]);
    }
    expect((await send("DELETE", post, { json: { confirm: true } }, cast.alice.key)).status).toBe(404);
    const later = (ended.body.data["thread"] as { parts: { id: number }[] }).parts[1]?.id;
    expect((await as("DELETE", `/api/questions/post/${later}`, { confirm: true })).status).toBe(409);
    const ordered = await as("DELETE", post, { confirm: true });
    expect([ordered.status, ordered.body.data["deleted_at"]]).toEqual([202, null]);
    for (let n = 0; n < 2; n += 1) await (await deleteDue(cast.app)).done;
    const moment = expect.stringMatching(/Z$/) as string;
    const gone = await as("DELETE", post, { confirm: true });
    expect([gone.status, gone.body.data]).toMatchObject([
      202,
      {
        status: "published",
        deleted_at: moment,
        error: null,
        thread: {
          reason: "2 of 3 parts were posted, then deleted.",
          parts: [{ deleted_at: moment }, { deleted_at: moment }, { deleted_at: null }],
        },
      },
    ]);
    expect((await as("POST", `${at}/continue`)).status).toBe(409);
  });

  it("a single tweet is deleted by an order, which says in its error where that came to nothing", async () => {
    const { id } = (await as("POST", "/api/questions/tweet", { tweet_content: "A tweet to be deleted" })).body.data as {
      id: number;
    };
    const post = `/api/questions/post/${id}`;
    expect((await as("DELETE", post, { confirm: true })).status).toBe(409);
    await as("POST", `/api/questions/publish-now/${id}`);
    cast.network.callFaults.deletePost.push(answered(403, { title: "Forbidden", detail: "No.", type: "about:blank" }));
    await as("DELETE", post, { confirm: true });
    await (
      await deleteDue(cast.app)
    ).done;
    const { body } = await as("GET", "/api/tweets?limit=100");
    const told = (body["data"] as unknown as { id: number }[]).find((one) => one.id === id);
    expect(told).toMatchObject({
      status: "published",
      deleted_at: null,
      error: "X refused to delete this post: “No.”. Check X.",
    });
    expect((await as("DELETE", post, { confirm: true })).body.data["error"]).toBeNull();
  });
}
