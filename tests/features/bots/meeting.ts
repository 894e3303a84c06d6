// Where a verb meets each situation of a bot: its answer, what it asks of the writer, whether it wakes the loop, what changes.
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "~/ground/errors";
import type { BotStatusView } from "~/features/bots/bot";
import { runBots } from "~/features/bots/bots.server";
import type { WriteForProduct } from "~/ports/ai/product";
import { createTestApp, type TestApp } from "~tests/support/app";
import { cellsOf, type Outcomes, times, words } from "~tests/support/outcomes";
import { type Name, names, situations } from "./situations";
import { told, why } from "./told";
import { addPeople, arrange, ids, readRows, type Situation } from "./world";
import { plain } from "~tests/support/written";

export let app: TestApp;
let asked: Omit<WriteForProduct, "signal">[];
let wakes: number;
let writer: () => Promise<string[]>;

/** Set anew before each test of the file that calls this. */
export function setMeetings(): void {
  beforeEach(async () => {
    app = await createTestApp();
    await addPeople(app);
    app.wake = () => void (wakes += 1);
    app.ai = {
      ...app.ai,
      async writeForProduct({ signal: _, endsAt: _endsAt, ...ask }) {
        asked.push(ask);
        const texts = await writer();
        return { texts, ...plain, model: "told", inputTokens: 1, outputTokens: 1 };
      },
    };
  });
  afterEach(() => app.close());
}

export const ask = (more: object = {}) => ({ userId: ids.alice, analysisId: 1, account: null, ...more });

/** A turn of the job, with a writer that does so. */
export async function turn(write: () => Promise<string[]>): Promise<string> {
  writer = write;
  const { started, done } = await runBots(app);
  await done;
  return ["", "begun"][started] ?? `${started} begun`;
}

/** How a bot stands, as a start, a stop and a look say it. */
export const botStatusOf = ({ status, enabled, reason }: BotStatusView): string =>
  words(status, why(reason), enabled !== (status === "running" || status === "paused") && `enabled: ${enabled}`);

type Verb = () => Promise<string>;

async function meet(verb: Verb, situation: Situation): Promise<string> {
  const { work, random, config } = app;
  [asked, wakes] = [[], 0];
  app.random = () => 0.5;
  app.clock.set(Date.UTC(2026, 10, 19, 10, 18));
  if (situation.perDay !== undefined) app.config = { ...config, botDailyPosts: situation.perDay };
  await arrange(app, situation);
  const before = await readRows(app);
  const answer = await verb().catch((error: unknown) => {
    if (isAppError(error)) return `!${error.code}`;
    throw error;
  });
  const changed = told(before, await readRows(app), app.clock.now());
  Object.assign(app, { work, random, config });
  const product = { description: "The product 1", summary: "Summary 1", tags: ["tag 1"] };
  const own = [...(situation.tweets ?? [])].reverse().map(({ id }) => `Own words ${id}`);
  for (const one of asked)
    expect(one).toEqual({ product, count: 3, avoid: ["By hand", "The neighbour says so", ...own] });
  const did = [answer, times(asked.length, "asks"), times(wakes, "wakes")].filter(Boolean).join(" ");
  if (answer.startsWith("!")) expect([did, ...changed]).toEqual([answer]);
  return [did, ...changed].filter(Boolean).join("; ");
}

export function testOutcomes(verbs: Record<string, { does: Verb; outcomes: Outcomes<Name> }>): void {
  test.each(Object.entries(verbs))("each bot has its outcome of: %s", async (_, { does, outcomes }) => {
    const expected = cellsOf(names, outcomes);
    const found: Record<string, string> = {};
    for (const name of names) found[name] = await meet(does, situations[name]);
    expect(found).toEqual(expected);
  });
}
