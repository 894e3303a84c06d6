// Every state that a task can be in, and a row of the database that is in it.
import { days, hours } from "~/ground/time/duration";
import { lastsOf } from "~/features/generation/batch";
import { maxAttempts } from "~/features/generation/run.server";
import type { NewRow } from "~db/schema";
import type { Stage } from "./stage";

type State = NewRow<"generation_tasks">["state"];
interface Situation {
  state: State;
  set?: (now: number) => Partial<NewRow<"generation_tasks">>;
  /** How long ago it ended. */
  ended?: number;
}

const held = (now: number) => ({ lease_token: "a holder's", lease_until: now + lastsOf({ limitMs: 0 }), attempts: 1 });
const code = "quota";

export const situations = {
  "waiting its turn": { state: "queued" },
  "waiting, past its deadline": { state: "queued", set: (now) => ({ deadline_at: now }) },
  "waiting, tried too often": { state: "queued", set: () => ({ attempts: maxAttempts }) },
  "waiting, tried as often as it may but once": { state: "queued", set: () => ({ attempts: maxAttempts - 1 }) },
  "waiting for a moment ahead of a clock set back": {
    state: "queued",
    set: (now) => ({ due_at: now + hours(5), deadline_at: now + hours(5) + lastsOf({ limitMs: 0 }) }),
  },
  running: { state: "running", set: held },
  "running, past its deadline": { state: "running", set: (now) => ({ ...held(now), deadline_at: now }) },
  "running, its lease over": {
    state: "running",
    set: (now) => ({ ...held(now), lease_until: now, deadline_at: now + hours(1) }),
  },
  "written just now": { state: "success", ended: 0 },
  "written a day ago but a moment": { state: "success", ended: days(1) - 1 },
  "written a day ago": { state: "success", ended: days(1) },
  "written thirty days ago": { state: "success", ended: days(30) },
  "failed just now": { state: "failed", ended: 0, set: () => ({ error_code: code, error: "No quota." }) },
  "failed a day ago": { state: "failed", ended: days(1), set: () => ({ error_code: code, error: "No quota." }) },
  "failed thirty days ago": { state: "failed", ended: days(30), set: () => ({ error_code: code, error: "No quota." }) },
} as const satisfies Record<string, Situation>;
export type Name = keyof typeof situations;

export const id = "the task";
export const batchId = "its batch";
export const topic = "slow travel";

export async function putTask({ app, alice }: Stage, situation: Situation): Promise<void> {
  const now = app.clock.now();
  const endedAt = situation.ended === undefined ? null : now - situation.ended;
  const isWritten = situation.state === "success";
  const model = { writer: "gemini", model: "told", input_tokens: 0, output_tokens: 0 } as const;
  const search = { sources: "[]", search_suggestions: null, web_search: 0 } as const;
  if (isWritten)
    await app.db
      .insertInto("batches")
      .values({
        ...model,
        ...search,
        id: batchId,
        user_id: alice,
        account_id: null,
        topic,
        created_at: now,
        model_retires_at: 7,
      })
      .execute();
  await app.db
    .insertInto("generation_tasks")
    .values({
      id,
      user_id: alice,
      account_id: null,
      topic,
      web_search: 0,
      state: situation.state,
      created_at: endedAt ?? now,
      due_at: endedAt === null ? now : null,
      deadline_at: (endedAt ?? now) + lastsOf({ limitMs: 0 }),
      ended_at: endedAt,
      batch_id: isWritten ? batchId : null,
      ...situation.set?.(now),
    })
    .execute();
}
