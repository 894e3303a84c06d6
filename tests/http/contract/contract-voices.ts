// The walk's way through voices.
import { expect, it } from "vitest";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { WriterError } from "~/ports/ai/port";
import { demoLimits } from "~/ports/ai/refine";
import { cast, get, post, send } from "./contract-walk";
import { plain } from "~tests/support/written";

export function voices(): void {
  const at = () => `/api/voices/${cast.alice.account.networkUserId}`;
  const put = (json: unknown) => send("PUT", at(), { json });

  it("a voice is off, saved, read again by either id, and refused with the name of what is wrong", async () => {
    expect((await get(at())).body.data).toMatchObject({ version: 0, on: false, updated_at: null, learn: false });
    const voice = {
      about: "I build small tools",
      tone: ["dry"],
      avoid: ["delve"],
      samples: ["a", "b", "c"],
      language: "de",
    };
    const saved = await put(voice);
    expect(saved.body.data).toMatchObject({ ...voice, account_id: cast.alice.account.id, version: 1, on: true });
    expect((await get(`/api/voices/${cast.alice.account.id}`)).body.data).toEqual(saved.body.data);
    const refused = await put({ samples: ["a", "x".repeat(4_001)] });
    expect(refused.status).toBe(422);
    expect(refused.body["detail"]).toEqual([
      { loc: ["body", "samples", 1], msg: "Sample 2 has 4,001 characters. The limit is 4,000.", type: "too_long" },
    ]);
    expect((await put({ tones: ["dry"] })).status).toBe(422);
    expect((await get(at())).body.data["version"]).toBe(1);
  });

  it("its preview has both, names what a batch would not keep, and counts as two", async () => {
    const preview = (topic = "tea") => post(`${at()}/preview`, { topic });
    const { ai, work } = cast.app;
    await cast.app.db.deleteFrom("rate_limits").execute();
    const answer = (text: string) => ({
      texts: [text],
      ...plain,
      model: "m",
      inputTokens: 0,
      outputTokens: 0,
    });
    expect((await preview()).body).toMatchObject({ code: "not_configured", error: demoLimits.refusesPreview });
    const { limits: _, ...live } = ai;
    cast.app.ai = { ...live, writeTweets: ({ voice }) => Promise.resolve(answer(voice ? "Let us delve" : "Tea")) };
    const fault = "It has “delve”, which this author never uses.";
    expect((await preview()).body.data).toEqual({ before: "Tea", after: "Let us delve", fault });
    for (const [reason, status] of [
      ["malformed", 502],
      ["timeout", 504],
    ] as const) {
      cast.app.ai = { ...live, writeTweets: () => Promise.reject(new WriterError(reason, "No.")) };
      expect((await preview()).status).toBe(status);
    }
    const stopping = { ...work, shutdownSignal: AbortSignal.abort() };
    cast.app.work = stopping;
    expect((await preview()).status).toBe(503);
    Object.assign(cast.app, { ai: live, work });
    const tweets = await cast.app.db.selectFrom("tweets").select("content").execute();
    expect(tweets.map(({ content }) => content)).not.toContain("Tea");
    await put({});
    const empty = await preview();
    expect(empty.status).toBe(409);
    expect(empty.body["error"]).toBe("This voice is empty, so both would be the same. Describe it first.");
    await put({ about: "me" });
    await cast.app.db.deleteFrom("rate_limits").execute();
    for (let n = 0; n < 59; n += 1) await countOne(cast.app, "generation", cast.alice.user.id);
    expect((await preview()).status).toBe(429);
    // The one that there was room for is not lost to the two that there was none for.
    await countOne(cast.app, "generation", cast.alice.user.id);
    await cast.app.db.deleteFrom("rate_limits").execute();
    cast.app.ai = ai;
  });
}
