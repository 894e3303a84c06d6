// What the live writer does when Gemini refuses, stalls or breaks: names it, tries again, or gives up.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock, systemClock } from "~/ground/time/clock.server";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import { utcTime } from "~/ground/time/zone";
import { nextPacificMidnight } from "~/ports/ai/gemini/pacific";
import type { WriterFailure } from "~/ports/ai/port";
import {
  type FakeGemini,
  type FakeReply,
  grounding,
  refusedKey,
  replies,
  startFakeGemini,
} from "~tests/support/fakes/fake-gemini";
import { blockReasons, finishReasons } from "~tests/support/fakes/gemini-reasons";
import { ask, failureOf } from "./ai.contract";

const settings = {
  apiKey: "test-key",
  model: "gemini-3.5-flash-lite",
  log: createLog({ logLevel: "silent" }),
  clock: systemClock,
};
const good = ["one", "two", "three", "four", "five"];

let fake: FakeGemini;
beforeEach(async () => {
  fake = await startFakeGemini();
});
afterEach(() => fake.close());

const gemini = (more: Partial<typeof settings> = {}) => createGemini({ ...settings, baseUrl: fake.origin, ...more });

/** A clock whose waits end at once; it remembers how long they were. Limits of calls (30 s and more) never end. */
function hastyClock(now = Date.UTC(2026, 10, 20, 12)): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    monotonic: () => now,
    after(ms, run) {
      if (ms >= seconds(30)) return () => {};
      waits.push(ms);
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    },
  };
}

const stopWords = /topic|again|GEMINI_MODEL/;

describe("a failure", () => {
  const cases: [string, FakeReply, WriterFailure, RegExp, number][] = [
    ["a wrong key", replies.wrongKey(), "key", /GEMINI_API_KEY/, 1],
    ["a key without permission", replies.forbidden(), "key", /GEMINI_API_KEY/, 1],
    ["an unknown model", replies.unknownModel("gemini-x"), "model", /GEMINI_MODEL/, 1],
    ["the wrong country", replies.wrongRegion(), "region", /billing/, 1],
    ["a spent day", replies.perDay(), "quota", /midnight Pacific time \(\w+, \w+ \d+, 08:00 UTC\)/, 1],
    ["a model without free quota", replies.noQuota(), "quota", /GEMINI_MODEL/, 1],
    ["a spent minute with a long wait", replies.perMinute("29.5s"), "busy", /minute/, 1],
    ["a spent minute", replies.perMinute("0s"), "busy", /minute/, 3],
    ["a spent quota that isn't named", replies.unnamed(), "busy", /not which/, 3],
    ["exhaustion without details", replies.exhausted(), "busy", /quota/, 3],
    ["high demand", replies.highDemand(), "busy", /high demand.*GEMINI_MODEL/, 3],
    ["overload", replies.overloaded(), "busy", /minute/, 3],
    ["a key refused with 401", replies.unauthenticated(), "key", /GEMINI_API_KEY/, 1],
    ["an unknown field", replies.unknownField(), "failed", /Update Linnet/, 1],
    ["an invalid request", replies.invalid(), "failed", /GEMINI_MODEL/, 1],
    ["an inner error", replies.broken(), "failed", /HTTP 500/, 1],
    ["a deadline at Google's", replies.tooSlow(), "timeout", /too long/, 1],
    ["a proxy's error page", replies.htmlError(), "failed", /HTTP 502/, 1],
    ["a 200 that is no JSON", replies.notJson(), "malformed", /again/, 2],
    ["a 200 that is null", { status: 200, body: null }, "malformed", /again/, 2],
    ["candidates that are none", { status: 200, body: { candidates: "none" } }, "malformed", /again/, 2],
    ["JSON cut off without a word", replies.text('{"tweets": ["one", "tw'), "malformed", /again/, 2],
    ["JSON of another shape", replies.text('{"tweets": [1, 2]}'), "malformed", /again/, 2],
    ["no candidates", replies.noCandidates(), "empty", /again/, 2],
    ["no text", replies.stopped("STOP"), "empty", /again/, 2],
    ["only thoughts", replies.text("", { thought: "hm" }), "empty", /again/, 2],
    ["an empty list", replies.tweets([]), "empty", /again/, 2],
    ["a reset connection", replies.reset(), "unreachable", /internet connection/, 1],
    ["half an answer", replies.half(), "unreachable", /internet connection/, 1],
    ...blockReasons.map((reason): [string, FakeReply, WriterFailure, RegExp, number] => [
      `a prompt blocked for ${reason}`,
      replies.blockedPrompt(reason),
      "blocked",
      /topic/,
      1,
    ]),
    ...[...Object.entries(finishReasons), ["SOMETHING_NEW", ["failed", 1]] as const].flatMap(([reason, end]) => {
      const [failure, calls] = end ?? ["empty", 2];
      return [
        [`an answer that finished with ${reason}`, replies.stopped(reason), failure, stopWords, calls],
      ] satisfies [string, FakeReply, WriterFailure, RegExp, number][];
    }),
  ];

  it.each(cases)("is named: %s", async (_name, reply, reason, sentence, calls) => {
    fake.always(reply);
    const error = await failureOf(gemini({ clock: hastyClock() }).writeTweets(ask()));
    expect(error.reason).toBe(reason);
    expect(error.message).toMatch(sentence);
    expect(error.message).toMatch(/^[A-Z].*[.]$/);
    expect(error.message).not.toContain("test-key");
    expect(fake.calls).toHaveLength(calls);
  });

  it.each(Object.entries(finishReasons))(
    "takes or leaves text that came with %s, even where it parses",
    async (reason, end) => {
      fake.always(replies.tweets(good, { finishReason: reason }));
      const written = gemini({ clock: hastyClock() }).writeTweets(ask());
      if (end === null) expect((await written).texts).toEqual(good);
      else expect((await failureOf(written)).reason).toBe(end[0]);
    },
  );

  it("is unreachable where nobody listens", async () => {
    const { origin } = fake;
    await fake.close();
    expect((await failureOf(createGemini({ ...settings, baseUrl: origin }).writeTweets(ask()))).reason).toBe(
      "unreachable",
    );
    fake = await startFakeGemini();
  });

  it.each([refusedKey, "kéy with a line\nbreak", "ключ"])(
    "is the key's where the key can't be right: %s",
    async (apiKey) => {
      expect((await failureOf(gemini({ apiKey }).writeTweets(ask()))).reason).toBe("key");
    },
  );

  it("tells how long a spent quota stays spent", async () => {
    fake.always(replies.perDay());
    const clock = hastyClock(Date.UTC(2026, 10, 20, 12));
    expect((await failureOf(gemini({ clock }).writeTweets(ask()))).more.retryAfterMs).toBe(hours(20));
  });
});

describe("trying again", () => {
  it("gets through a short overload", async () => {
    fake.next(replies.overloaded(), replies.overloaded());
    const clock = hastyClock();
    expect((await gemini({ clock }).writeTweets(ask())).texts).toHaveLength(5);
    expect(clock.waits).toEqual([seconds(1), seconds(4)]);
  });

  it("waits as long as Gemini asks", async () => {
    fake.next(replies.perMinute("12.25s"));
    const clock = hastyClock();
    await gemini({ clock }).writeTweets(ask());
    expect(clock.waits).toEqual([12_250]);
  });

  it("hands a long wait back, with its length", async () => {
    fake.always(replies.perMinute("45s"));
    const clock = hastyClock();
    expect((await failureOf(gemini({ clock }).writeTweets(ask()))).more.retryAfterMs).toBe(seconds(45));
    expect(clock.waits).toEqual([]);
  });

  it("repeats only the second of two calls when that one can't be read", async () => {
    fake.next(replies.text("a draft", { grounding: grounding() }), replies.text("oops"), replies.tweets(["a draft"]));
    const written = await gemini({ model: "gemini-2.5-flash" }).writeTweets(ask({ webSearch: true }));
    expect(written.texts).toEqual(["a draft"]);
    expect(written.sources).toHaveLength(1);
    expect(fake.calls).toHaveLength(3);
  });
});

describe("giving up", () => {
  const called = async (): Promise<void> => {
    while (fake.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it("ends a hanging call when the caller aborts", async () => {
    fake.always(replies.hang());
    const caller = new AbortController();
    const failure = failureOf(gemini().writeTweets(ask({ signal: caller.signal })));
    await called();
    caller.abort();
    expect((await failure).reason).toBe("aborted");
  });

  it("ends a wait when the caller aborts", async () => {
    fake.always(replies.perMinute("15s"));
    const caller = new AbortController();
    const failure = failureOf(gemini().writeTweets(ask({ signal: caller.signal })));
    await called();
    setTimeout(() => caller.abort(), 50);
    expect((await failure).reason).toBe("aborted");
    expect(fake.calls).toHaveLength(1);
  });

  it.each([
    [false, seconds(30)],
    [true, seconds(60)],
  ])("ends a hanging call by its own limit (web search: %s)", async (webSearch, limit) => {
    fake.always(replies.hang());
    let ring: () => void = () => {};
    const limits: number[] = [];
    const clock: Clock = {
      ...systemClock,
      after(ms, run) {
        limits.push(ms);
        ring = run;
        return () => {};
      },
    };
    const failure = failureOf(gemini({ clock }).writeTweets(ask({ webSearch })));
    await called();
    ring();
    expect((await failure).reason).toBe("timeout");
    expect(limits).toEqual([limit]);
  });
});

describe("midnight Pacific", () => {
  it.each([
    ["winter", Date.UTC(2026, 10, 20, 12), Date.UTC(2026, 10, 21, 8), "Sat, Nov 21, 08:00 UTC"],
    ["summer", Date.UTC(2026, 6, 1, 6, 59), Date.UTC(2026, 6, 1, 7), "07:00 UTC"],
    ["the night clocks go back", Date.UTC(2026, 10, 1, 7, 30), Date.UTC(2026, 10, 2, 8), "Mon, Nov 2, 08:00 UTC"],
    ["the very moment", Date.UTC(2026, 0, 1, 8), Date.UTC(2026, 0, 2, 8), "Fri, Jan 2, 08:00 UTC"],
  ])("is found in %s", (_when, now, midnight, named) => {
    expect(nextPacificMidnight(now)).toBe(midnight);
    expect(utcTime(midnight, now)).toBe(named);
    expect(midnight - now).toBeLessThanOrEqual(hours(25) + minutes(1));
  });
});
