// Everything that a writer can do to a task, in every situation that the task can be in: what is written then.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seconds } from "~/ground/time/duration";
import { taskMessages } from "~/features/generation/batch";
import { runQueued } from "~/features/generation/generation.server";
import { maxRunning } from "~/features/generation/run.server";
import { type WriterFailure, writerFailures } from "~/ports/ai/port";
import { atRest } from "~tests/support/rest";
import { createStage, does, fresh, price, type Stage } from "./stage";

type End = { state: "success"; tweets: number } | { state: "failed"; code: string; error: string };

interface Outcome {
  script: ReturnType<(typeof does)[keyof typeof does]>[];
  /** What it comes to; `calls` of them are asked, `paid` of them paid. */
  ends: End & { calls: number; paid?: number };
  /** The same where no second question may be asked. */
  cut?: End & { calls: number; paid?: number };
}

const failed = (code: string, error: string) => ({ state: "failed", code, error }) as const;
const wrote = (tweets: number) => ({ state: "success", tweets }) as const;
const timeout = failed("timeout", taskMessages.timeout);
const tooFew = failed("empty", taskMessages.tooFew);
const long = "word ".repeat(60).trim();
const spoilt = (good: number) => does.write((count) => [...fresh(good), ...Array<string>(count - good).fill(long)]);
const few = (good: number) => does.write(() => fresh(good));

/** A code that the writer's port gains has no entry here, and fails the first test below. */
const refusals: Record<WriterFailure, Outcome> = {
  blocked: refusal("blocked"),
  empty: refusal("empty"),
  cut: refusal("cut"),
  malformed: refusal("malformed"),
  busy: refusal("busy"),
  quota: refusal("quota"),
  key: refusal("key"),
  model: refusal("model"),
  region: refusal("region"),
  context: refusal("context"),
  timeout: refusal("timeout"),
  aborted: refusal("aborted"),
  unreachable: refusal("unreachable"),
  failed: refusal("failed"),
};

function refusal(reason: WriterFailure): Outcome {
  return { script: [does.fail(reason)], ends: { ...failed(reason, `It is ${reason}.`), calls: 1 } };
}

const others: Record<string, Outcome> = {
  "five good ones": { script: [], ends: { ...wrote(5), calls: 1 } },
  "more than it was asked for": { script: [does.write(() => fresh(9))], ends: { ...wrote(5), calls: 1 } },
  "three good ones and no more": { script: [few(3)], ends: { ...wrote(3), calls: 1 } },
  "three good ones, and mends two": {
    script: [spoilt(3)],
    ends: { ...wrote(5), calls: 2 },
    cut: { ...wrote(3), calls: 1 },
  },
  "three good ones, and mends with more than it was asked for": {
    script: [spoilt(3), does.write(() => fresh(7))],
    ends: { ...wrote(5), calls: 2 },
    cut: { ...wrote(3), calls: 1 },
  },
  "three good ones, and mending is refused": {
    script: [spoilt(3), does.fail("quota")],
    ends: { ...wrote(3), calls: 2 },
    cut: { ...wrote(3), calls: 1 },
  },
  "two good ones, and then three": {
    script: [few(2)],
    ends: { ...wrote(5), calls: 2 },
    cut: { ...tooFew, calls: 1 },
  },
  "two good ones, and then a refusal": {
    script: [few(2), does.fail("busy")],
    ends: { ...failed("busy", "It is busy."), calls: 2 },
    cut: { ...tooFew, calls: 1 },
  },
  "too few, three times": {
    script: [spoilt(1), spoilt(0), few(1)],
    ends: { ...tooFew, calls: 3 },
    cut: { ...tooFew, calls: 1 },
  },
  nothing: { script: [few(0), few(0)], ends: { ...tooFew, calls: 2 }, cut: { ...tooFew, calls: 1 } },
  "an error of the program": {
    script: [does.break()],
    ends: { ...failed("failed", taskMessages.failed), calls: 1, paid: 0 },
  },
  "one good one, and then an error of the program": {
    script: [few(1), does.break()],
    ends: { ...failed("failed", taskMessages.failed), calls: 2, paid: 1 },
    cut: { ...tooFew, calls: 1 },
  },
  "no answer, and gives up when told": { script: [does.hang()], ends: { ...timeout, calls: 1 } },
  "no answer, and does not give up": { script: [does.deaf()], ends: { ...timeout, calls: 1, paid: 0 } },
  "no answer to the mending, and gives up when told": {
    script: [spoilt(3), does.hang()],
    ends: { ...wrote(3), calls: 2 },
    cut: { ...wrote(3), calls: 1 },
  },
};

const outcomes: Record<string, Outcome> = { ...refusals, ...others };

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.app.close());

interface Situation {
  /** What has befallen the task before it is begun. */
  before?(id: string): Promise<unknown>;
  /** What happens while the writer is asked. */
  meanwhile?(id: string): unknown;
  /** No second question is asked. */
  isCut?: true;
  /** How a task stands that has ended so. */
  after?(end: End): Record<string, unknown> | null;
  attempts?: number;
  tokens?: number;
}

const change = (id: string, set: object) =>
  stage.app.db.updateTable("generation_tasks").set(set).where("id", "=", id).execute();

const ended = (end: End): Record<string, unknown> => ({
  ...(end.state === "success"
    ? { state: "success", error_code: null, error: null }
    : { state: "failed", error_code: end.code, error: end.error, batch_id: null }),
  lease_token: null,
  lease_until: null,
  due_at: null,
  ended_at: expect.any(Number),
});

const waits = { state: "queued", batch_id: null, error_code: null, ended_at: null, lease_token: null };

const situations: Record<string, Situation> = {
  "at its first try": {},
  "at its last try": { before: (id) => change(id, { attempts: 2 }), attempts: 3 },
  "after an earlier try that was paid for": {
    before: (id) => change(id, { attempts: 1, input_tokens: 1_000, output_tokens: 1_000 }),
    attempts: 2,
    tokens: 1_000,
  },
  "with little of its time left": {
    before: async (id) => change(id, { deadline_at: stage.app.clock.now() + seconds(18) }),
    isCut: true,
  },
  "asked for before the wall clock was set back by hours": {
    before: async () => stage.app.clock.step(-seconds(10_000)),
  },
  "when its time is over before the answer": {
    meanwhile: () => stage.app.clock.advance(seconds(77)),
    isCut: true,
    after: (end) => ended(end.state === "success" ? end : timeout),
  },
  "when the server is told to stop before the answer": {
    meanwhile: () => stage.app.work.stop(),
    isCut: true,
    // What came back all the same is kept; what did not is asked for again by the next start, and no try was used up.
    after: (end) => (end.state === "success" ? ended(end) : { ...waits, due_at: expect.any(Number) }),
  },
  "when another has taken it over": {
    meanwhile: (id) => change(id, { lease_token: "another's" }),
    after: () => ({ state: "running", lease_token: "another's", batch_id: null, ended_at: null }),
  },
  "when another has taken it over and the server is told to stop": {
    meanwhile: async (id) => {
      await change(id, { lease_token: "another's" });
      stage.app.work.stop();
    },
    isCut: true,
    after: () => ({ state: "running", lease_token: "another's", batch_id: null, ended_at: null }),
  },
  "when its person is deleted meanwhile": {
    meanwhile: () => stage.app.db.deleteFrom("users").execute(),
    after: () => null,
  },
};

describe.each(Object.entries(situations))("%s", (_name, situation) => {
  it.each(Object.entries(outcomes))(
    "a writer that answers '%s' leaves what the table says",
    async (_answer, outcome) => {
      const { app } = stage;
      stage.next(...outcome.script);
      const open = stage.shut();
      const id = await stage.ask();
      await situation.before?.(id);
      const { done } = await stage.runOnce();
      await situation.meanwhile?.(id);
      open();
      await atRest();
      // Told to give up at 76 s, it has a moment to do so; then it is left to itself.
      for (let passed = 0; passed < 80; passed += 2) {
        app.clock.advance(seconds(2));
        await atRest();
      }
      await done;
      const { calls, paid = calls, ...end } = (situation.isCut && outcome.cut) || outcome.ends;
      expect(stage.calls).toHaveLength(calls);
      const after = (situation.after ?? ended)(end);
      const task = await stage.task(id);
      const isPutBack = after?.state === "queued";
      if (after === null) expect(task).toBeUndefined();
      else
        expect(task).toMatchObject({
          ...after,
          attempts: (situation.attempts ?? 1) - (isPutBack ? 1 : 0),
          input_tokens: (situation.tokens ?? 0) + paid * price.inputTokens,
          output_tokens: (situation.tokens ?? 0) + paid * price.outputTokens,
          cost_micros: paid * price.costMicros,
        });
      // Exactly the batch that the task names, and its tweets; nothing beside it.
      const isStored = after?.state === "success" && end.state === "success";
      expect([await stage.count("batches"), await stage.count("tweets")]).toEqual(
        isStored ? [1, end.state === "success" && end.tweets] : [0, 0],
      );
      if (isStored)
        expect(await app.db.selectFrom("batches").selectAll().executeTakeFirst()).toMatchObject({
          id: task?.batch_id,
          input_tokens: paid * price.inputTokens,
          output_tokens: paid * price.outputTokens,
          cost_micros: paid * price.costMicros,
        });
      // Whatever became of it, its place is free.
      stage.forget();
      if (app.work.shutdownSignal.aborted || after === null) return;
      const more = await Promise.all(Array.from({ length: maxRunning }, () => stage.ask()));
      const again = await runQueued(app);
      expect(again.started).toBe(more.length);
      await again.done;
    },
  );
});

it("the table has every code of the writer's port", () => {
  expect(Object.keys(refusals).sort()).toEqual([...writerFailures].sort());
});
