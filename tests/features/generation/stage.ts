// The stage of the generation's tests: an App with a writer that does as it is told, and what the tables say of a task.
import { randomUUID } from "node:crypto";
import { request, runQueued } from "~/features/generation/generation.server";
import { insertUser } from "~/features/users/queries.server";
import { createDemo } from "~/ports/ai/demo.server";
import { type Writer, WriterError, type WriterFailure, type WriteTweets, type WrittenTweets } from "~/ports/ai/port";
import type { Row } from "~db/schema";
import { createTestApp, noAnswer, type TestApp } from "~tests/support/app";
import { atRest } from "~tests/support/rest";
import { plain } from "~tests/support/written";

/** What each call costs at this writer. */
export const price = { inputTokens: 100, outputTokens: 47, costMicros: 148, unmetered: 0 };

type Answer = (ask: WriteTweets) => Promise<WrittenTweets>;

let made = 0;
/** Texts that no other test has. */
export const fresh = (count: number): string[] => Array.from({ length: count }, () => `A thought, number ${++made}`);

export const writes = (texts: string[]): WrittenTweets => ({
  texts,
  ...plain,
  model: "told",
  ...price,
});

/** What the writer of the stage can be told to do with one call. */
export const does = {
  write:
    (texts: (count: number) => string[] = fresh): Answer =>
    async (ask) =>
      writes(texts(ask.count)),
  fail:
    (reason: WriterFailure): Answer =>
    async () => {
      throw new WriterError(reason, `It is ${reason}.`, { spent: price });
    },
  break: (): Answer => async () => {
    throw new TypeError("no such property");
  },
  /** Answers nothing, and gives up when told to. */
  hang:
    (): Answer =>
    ({ signal }) =>
      new Promise((_, reject) => {
        const giveUp = () => reject(new WriterError("aborted", "Aborted.", { spent: price }));
        if (signal.aborted) giveUp();
        signal.addEventListener("abort", giveUp);
      }),
  /** Answers nothing, whatever it is told. */
  deaf: (): Answer => () => noAnswer(),
};

export interface Stage {
  app: TestApp;
  /** The id of the person who asks. */
  alice: string;
  /** Every call, oldest first. */
  calls: WriteTweets[];
  /** What is done with the next calls; later ones write what they are asked for. */
  next(...answers: Answer[]): void;
  /** What it was told and has not done is forgotten. */
  forget(): void;
  /** Calls are not answered from now on until `open` is called. */
  shut(): () => void;
  ask(more?: { topic?: string; webSearch?: boolean; userId?: string }): Promise<string>;
  /** A turn of the job; answers when the calls are made. */
  runOnce(): Promise<{ started: number; done: Promise<void> }>;
  task(id: string): Promise<Row<"generation_tasks"> | undefined>;
  count(table: "batches" | "tweets" | "generation_tasks"): Promise<number>;
}

/** A person as registering leaves one, without the second that hashing a password takes. */
export async function addPerson(app: TestApp, name: string): Promise<string> {
  const id = randomUUID();
  const user = { id, email: `${name}@linnet.example`, timezone: "UTC", createdAt: app.clock.now() };
  await insertUser(app.db, { ...user, passwordHash: "none", phone: null });
  return id;
}

export async function createStage(): Promise<Stage> {
  const calls: WriteTweets[] = [];
  const script: Answer[] = [];
  let gate = Promise.resolve();
  const ai: Writer = {
    ...createDemo({ random: () => 0.5 }),
    kind: "gemini",
    async writeTweets(ask) {
      calls.push(ask);
      const answer = script.shift() ?? does.write();
      await gate;
      return answer(ask);
    },
  };
  const app = await createTestApp({ ai });
  const alice = await addPerson(app, "alice");
  return {
    app,
    alice,
    calls,
    next: (...answers) => void script.push(...answers),
    forget: () => void script.splice(0),
    shut() {
      let open = () => {};
      gate = Promise.race([new Promise<void>((resolve) => (open = resolve)), noAnswer<void>()]);
      gate.catch(() => undefined);
      return () => open();
    },
    ask: ({ topic = "slow travel", webSearch = false, userId = alice } = {}) =>
      request(app, { userId, accountId: null, topic, webSearch }),
    async runOnce() {
      const started = await runQueued(app);
      await atRest();
      return started;
    },
    task: (id) => app.db.selectFrom("generation_tasks").selectAll().where("id", "=", id).executeTakeFirst(),
    async count(table) {
      const { n } = await app.db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },
  };
}
