// Streams in any pieces, cut off anywhere, too long, silent and stopped: an answer, a part of it, or a named failure.
import fc from "fast-check";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReader, maxBytes, type Pieces } from "~/ports/ai/compatible/stream.server";
import { maxSilence } from "~/ports/ai/compatible/call.server";
import { readReply } from "~/ports/ai/compatible/reply";
import { seconds } from "~/ground/time/duration";
import { WriterError } from "~/ports/ai/port";
import { handClock } from "~tests/support/clock";
import {
  bytesOf,
  type ChatReply,
  dialectNames,
  dialects,
  type FakeOpenAi,
  startFakeOpenAi,
} from "~tests/support/fakes/fake-openai";
import { stopListening } from "~tests/support/fakes/stop-listening";
import { failureOf, providerAt, question, settingsOf, signal } from "./asking";

const text = '{"tweets":["Slow 🚂🇨🇭","咖啡馆","a — “b”"]}';

let fake: FakeOpenAi;
beforeAll(async () => void (fake = await startFakeOpenAi("vllm")));
beforeEach(() => {
  fake.calls.length = 0;
  fake.always(null);
});
afterAll(() => fake.close());

function readAll(pieces: readonly Uint8Array[], isStream = true): Pieces {
  const reader = createReader(isStream);
  for (const piece of pieces) if (!reader.feed(piece)) break;
  reader.end();
  return reader.pieces;
}

const streamOf = (name: (typeof dialectNames)[number]) =>
  bytesOf(dialects[name].lines({ text, thoughts: "hm 🤔", wantsUsage: true }));

/** A role, and the first piece of the text. */
const beginning = bytesOf(dialects.vllm.lines({ text, wantsUsage: true }).slice(0, 2));

describe.each(dialectNames)("a stream of %s", (name) => {
  const bytes = streamOf(name);
  const all = readAll([bytes]);

  it("is whole", () => {
    expect(all).toMatchObject({ text, finish: "stop", isDone: true, error: null });
  });

  it("is the same split at every byte, and byte by byte", () => {
    for (let at = 0; at <= bytes.length; at += 1)
      expect(readAll([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(all);
    expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(all);
  });

  it("is the same with CR LF, with CR alone, with a byte order mark, without its content type, without its last line", () => {
    const said = bytes.toString();
    for (const form of [said.replaceAll("\n", "\r\n"), said.replaceAll("\n", "\r"), `\u{FEFF}${said}`, said.trimEnd()])
      expect(readAll([Buffer.from(form)])).toEqual(all);
    expect(readAll([bytes], false)).toEqual(all);
  });

  it("cut off at every byte is an answer, its beginning, or a named failure", () => {
    const context = { ...settingsOf("http://127.0.0.1/v1"), now: 0 };
    const seen = new Set<string>();
    for (let at = 0; at < bytes.length; at += 1) {
      const pieces = readAll([bytes.subarray(0, at)]);
      for (const ending of ["ended", "late", "broken"] as const) {
        try {
          const answer = readReply({ pieces, headers: {}, ending }, question(), context);
          expect(text.startsWith(answer.text)).toBe(true);
          if (answer.end === "whole" && ending !== "ended") expect(answer.text).toBe(text);
          seen.add(`${ending} ${answer.end} ${answer.fault?.reason ?? ""}`);
        } catch (error) {
          if (!(error instanceof WriterError)) throw error;
          seen.add(`${ending} ${error.reason}`);
        }
      }
    }
    expect([...seen].sort()).toEqual([
      "broken cut unreachable",
      "broken unreachable",
      "broken whole ",
      "ended unreachable",
      "ended whole ",
      "late cut timeout",
      "late timeout",
      "late whole ",
    ]);
  });

  it("is the same as a whole answer", () => {
    const body = Buffer.from(JSON.stringify(dialects[name].whole({ text, thoughts: "hm" })));
    const half = Math.floor(body.length / 2);
    expect(readAll([body.subarray(0, half), body.subarray(half)], false)).toMatchObject({ text, finish: "stop" });
    expect(readAll([Buffer.from("\n\n \n"), body], false)).toMatchObject({ text });
  });
});

it("a list of parts gives its text, and a piece that is no JSON or no object gives nothing", () => {
  const line = (data: unknown) => ({ data });
  const part = (content: unknown) => line({ choices: [{ delta: { content } }] });
  const odd = [
    line("{"),
    line("12"),
    line("null"),
    line('"x"'),
    line({ choices: [null] }),
    line({ choices: [{ delta: 7 }] }),
  ];
  const parts = [
    part([{ type: "thinking", thinking: [{ type: "text", text: "no" }] }]),
    part([{ type: "text", text: "a" }]),
    part("b"),
  ];
  expect(readAll([bytesOf([...odd, ...parts, part([null, 7, { type: "text" }])])]).text).toBe("ab");
});

it("any bytes in any pieces give an answer or a named failure", () => {
  const context = { ...settingsOf("http://127.0.0.1/v1"), now: 0 };
  const json = fc.json({ maxDepth: 5 }).map((value) => `data: ${value}\n\n`);
  const keys = fc.constantFrom("choices", "error", "message", "delta", "content", "usage", "detail", "finish_reason");
  const alike = fc
    .letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, fc.constantFrom(null, 1, "x", "stop"), tie("list"), tie("object")),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    }))
    .object.map((value) => `data: ${JSON.stringify(value)}\n\n`);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.oneof(json, alike).map((line) => Buffer.from(line)),
  );
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 5 }), fc.boolean(), (pieces, isStream) => {
      try {
        const reply = { pieces: readAll(pieces, isStream), headers: {}, ending: "ended" as const };
        expect(readReply(reply, question(), context).text.trim()).not.toBe("");
      } catch (error) {
        if (!(error instanceof WriterError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});

describe("an answer over HTTP", () => {
  it("is the same in single bytes, and its connection is let go at the end that the server named", async () => {
    const bytes = streamOf("openai");
    fake.next({ bytes: [...bytes].map((byte) => Uint8Array.of(byte)), then: "hang" });
    expect(await providerAt(fake.baseUrl).provider.ask(question(), { signal })).toMatchObject({ text, end: "whole" });
  });

  it("that is reset after some text keeps what came", async () => {
    fake.next({ bytes: [beginning], then: "reset" });
    const answer = await providerAt(fake.baseUrl).provider.ask(question(), { signal });
    expect(answer.end).toBe("cut");
    expect(answer.fault?.reason).toBe("unreachable");
    expect(answer.text.length).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, string>]>([
    ["in a stream", {}],
    ["in one piece", { "content-type": "application/json" }],
  ])("ends at 4 MB, %s", async (_, headers) => {
    const piece = Buffer.alloc(1_000_000, `data: ${JSON.stringify({ choices: [{ delta: { content: "x" } }] })}\n\n`);
    fake.next({ bytes: [piece, piece, piece, piece, piece], headers, then: "hang" });
    const failure = await failureOf(providerAt(fake.baseUrl).provider.ask(question(), { signal }));
    expect([failure.reason, failure.more.cause]).toEqual(["malformed", "The answer has more than 4 MB"]);
    expect(maxBytes).toBe(4_000_000);
  });

  it("of an error is read up to 64 kB, and never for longer than the limit", async () => {
    fake.next({ status: 500, body: "x".repeat(3_000_000) });
    expect((await failureOf(providerAt(fake.baseUrl).provider.ask(question(), { signal }))).reason).toBe("failed");
  });
});

describe("time", () => {
  /** Turns the clock once the server has the question, and sent what it sends. */
  async function turned(reply: ChatReply, ms: number) {
    const clock = handClock();
    const { provider } = providerAt(fake.baseUrl, { clock, timeoutMs: seconds(60) });
    let reached = () => {};
    const hasReached = new Promise<void>((resolve) => (reached = resolve));
    fake.next(() => {
      setTimeout(reached, 50);
      return reply;
    });
    const asked = provider.ask(question(), { signal });
    const isDone = asked.then(
      () => "done",
      () => "done",
    );
    await hasReached;
    clock.advance(ms);
    const state = await Promise.race([isDone, new Promise((resolve) => setTimeout(() => resolve("open"), 50))]);
    return { asked, state, clock };
  }
  const partial = { bytes: [beginning], then: "hang" as const };

  it("ends after the whole limit where nothing came, however long the silence before it", async () => {
    const early = await turned({ connection: "hang" }, maxSilence + seconds(10));
    expect(early.state).toBe("open");
    early.clock.advance(seconds(5));
    expect((await failureOf(early.asked)).reason).toBe("timeout");
  });

  it("ends after 45 s of silence once something came, and keeps what came", async () => {
    const early = await turned(partial, maxSilence - 1);
    expect(early.state).toBe("open");
    early.clock.advance(1);
    const answer = await early.asked;
    expect([answer.end, answer.fault?.reason]).toEqual(["cut", "timeout"]);
    expect(text.startsWith(answer.text)).toBe(true);
    expect(answer.text).not.toBe("");
  });

  it("leaves no timer behind", async () => {
    const clock = handClock();
    let open = 0;
    const counting = {
      ...clock,
      after: (ms: number, run: () => void) => {
        open += 1;
        const stop = clock.after(ms, run);
        let isOpen = true;
        return () => {
          if (isOpen) open -= 1;
          isOpen = false;
          stop();
        };
      },
    };
    const { provider } = providerAt(fake.baseUrl, { clock: counting });
    await provider.ask(question(), { signal });
    fake.next({ status: 500, body: "x" });
    await failureOf(provider.ask(question(), { signal }));
    expect(open).toBe(0);
  });

  it("is stopped from outside, before, during and after the question was sent", async () => {
    const stop = new AbortController();
    stop.abort();
    const { provider } = providerAt(fake.baseUrl);
    expect((await failureOf(provider.ask(question(), { signal: stop.signal }))).reason).toBe("aborted");
    expect(fake.calls).toHaveLength(0);
    for (const reply of [{ connection: "hang" } as const, partial]) {
      const later = new AbortController();
      fake.next(() => {
        setTimeout(() => later.abort(), 20);
        return reply;
      });
      expect((await failureOf(provider.ask(question(), { signal: later.signal }))).reason).toBe("aborted");
    }
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("is never followed: %i", async (status) => {
    let calls = 0;
    const other = createServer((_request, response) => {
      calls += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`;
    fake.next({ status, body: "", headers: { location } });
    const failure = await failureOf(providerAt(fake.baseUrl).provider.ask(question(), { signal }));
    expect([failure.reason, calls]).toEqual(["failed", 0]);
    await stopListening(other);
  });
});

describe("questions at a time", () => {
  it.each([1, 2, 4])("are %i, and the others come in their order", async (concurrency) => {
    const { provider } = providerAt(fake.baseUrl, { concurrency });
    let [open, max] = [0, 0];
    const order: string[] = [];
    fake.always(async ({ body }) => {
      open += 1;
      max = Math.max(max, open);
      order.push(body.messages?.[1]?.content ?? "");
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return { text };
    });
    const prompts = Array.from({ length: 9 }, (_, n) => `prompt ${n}`);
    await Promise.all(prompts.map((prompt) => provider.ask(question({ prompt }), { signal })));
    expect(max).toBe(concurrency);
    if (concurrency === 1) expect(order).toEqual(prompts);
  });

  it("that wait are refused after the limit, stop where they are stopped, and free their place", async () => {
    const clock = handClock();
    const { provider } = providerAt(fake.baseUrl, { clock, concurrency: 1, timeoutMs: seconds(30) });
    let release = () => {};
    const hold = new Promise<void>((resolve) => (release = resolve));
    let reached = () => {};
    const hasReached = new Promise<void>((resolve) => (reached = resolve));
    fake.next(async () => {
      reached();
      await hold;
      return { text };
    });
    const first = provider.ask(question(), { signal });
    await hasReached;
    clock.advance(seconds(10));
    const stop = new AbortController();
    const [waits, stopped] = [provider.ask(question(), { signal }), provider.ask(question(), { signal: stop.signal })];
    stop.abort();
    expect((await failureOf(stopped)).reason).toBe("aborted");
    release();
    expect((await first).end).toBe("whole");
    expect((await waits).end).toBe("whole");
    expect(fake.calls).toHaveLength(2);
  });

  it("that wait too long are refused with a time, and the server isn't asked", async () => {
    const clock = handClock();
    const { provider } = providerAt(fake.baseUrl, { clock, concurrency: 1, timeoutMs: seconds(30) });
    let reached = () => {};
    const hasReached = new Promise<void>((resolve) => (reached = resolve));
    fake.next(() => {
      reached();
      return { connection: "hang" };
    });
    const first = failureOf(provider.ask(question(), { signal }));
    await hasReached;
    const second = failureOf(provider.ask(question(), { signal }));
    clock.advance(seconds(30));
    expect((await first).reason).toBe("timeout");
    const { reason, more } = await second;
    expect([reason, more.retryAfterMs]).toEqual(["busy", seconds(30)]);
    expect(fake.calls).toHaveLength(1);
  });
});
