// Compose in every case: a tweet or a thread, in each situation, for each choice of time.
import { beforeEach, describe, expect, it } from "vitest";
import { type Choice, choices, type Situation, situationOf, situations } from "~/features/scheduling/compose/choices";
import type { When } from "~/features/scheduling/compose/compose.server";
import { publishNow } from "~/features/publishing/publishing.server";
import { findThread } from "~/features/threads/threads.server";
import { isAppError } from "~/ground/errors";
import { days, hours } from "~/ground/time/duration";
import { localDate } from "~/ground/time/zone";
import { account, alice, app, network, postNow, read, readParts, save, setStage } from "./compose-stage";

setStage();

type Shape = "tweet" | "thread";

/** `draft`, `scheduled` (at its time), `scheduled anew`, `posted`, with the new words; or a code, and nothing changed. */
type End = "draft" | "scheduled" | "scheduled anew" | "posted" | "as it was" | "already_sent" | "not_scheduled";

const out: Record<Choice, End> = {
  draft: "already_sent",
  keep: "already_sent",
  random: "already_sent",
  slot: "already_sent",
  exact: "already_sent",
  now: "already_sent",
};
const anew = { random: "scheduled anew", slot: "scheduled anew", exact: "scheduled anew", now: "posted" } as const;

/** Null: there is no such thing. */
const ends: Record<Situation, Record<Shape, Record<Choice, End> | null>> = {
  new: {
    tweet: { draft: "draft", keep: "not_scheduled", ...anew },
    thread: { draft: "draft", keep: "not_scheduled", ...anew },
  },
  draft: {
    tweet: { draft: "draft", keep: "not_scheduled", ...anew },
    thread: { draft: "draft", keep: "not_scheduled", ...anew },
  },
  failed: {
    tweet: { draft: "draft", keep: "not_scheduled", ...anew },
    thread: { draft: "draft", keep: "not_scheduled", ...anew },
  },
  scheduled: {
    tweet: { draft: "draft", keep: "scheduled", ...anew },
    thread: { draft: "draft", keep: "scheduled", ...anew },
  },
  started: { tweet: null, thread: { ...out, keep: "as it was" } },
  sending: { tweet: out, thread: null },
  posted: { tweet: out, thread: null },
};

let no: number;
beforeEach(() => {
  no = 0;
});

/** Words of its own for each case, so that none is another's duplicate. */
const wordsFor = (shape: Shape): string[] => {
  no += 1;
  return shape === "tweet" ? [`Tweet ${no}.`] : [`Part one of ${no}.`, `Part two of ${no}.`];
};

const whenOf = (choice: Exclude<Choice, "now">): When => {
  const date = localDate(app.clock.now() + days(3), "UTC");
  switch (choice) {
    case "random":
      return { choice, timeZone: null };
    case "slot":
      return { choice, date, hour: 15, anyway: false };
    case "exact":
      return { choice, executeAt: app.clock.now() + days(5) + hours(no) };
    default:
      return { choice };
  }
};

/** Brings one into the situation, by the verbs that do so. */
async function bring(situation: Situation, shape: Shape): Promise<number | null> {
  if (situation === "new") return null;
  const texts = wordsFor(shape);
  const at = { choice: "exact", executeAt: app.clock.now() + days(1) + hours(no) } as const;
  const { tweetId } = await save(texts, situation === "scheduled" ? at : { choice: "draft" });
  const post = () => publishNow(app, { userId: alice.user.id, tweetId, account: null }).catch(() => null);
  if (situation === "failed") network.faults.push("not sent");
  if (situation === "sending") network.faults.push("lost before");
  if (situation === "failed" || situation === "sending" || situation === "posted" || situation === "started")
    await post();
  const tweet = await read(tweetId);
  expect(situationOf(tweet, await findThread(app.db, tweet))).toBe(situation);
  return tweetId;
}

interface Shown {
  texts: string[];
  state: string;
  dueAt: number | null;
}

async function show(tweetId: number | null): Promise<Shown | null> {
  if (tweetId === null) return null;
  const [first, ...rest] = await readParts(tweetId);
  const texts = [first, ...rest].map((part) => part?.content ?? "");
  // A thread whose rest follows is still being posted; its first part is out.
  const state = first?.publishedAt == null ? first?.state : "published";
  return { texts, state: state ?? "", dueAt: first?.dueAt ?? null };
}

const countTweets = async () => (await app.db.selectFrom("tweets").select("id").execute()).length;

async function press(choice: Choice, texts: string[], tweetId: number | null): Promise<{ id: number } | string> {
  const more = { tweetId };
  try {
    if (choice !== "now") return { id: (await save(texts, whenOf(choice), more)).tweetId };
    const posted = await postNow(texts, more);
    return posted.outcome.kind === "posted" ? { id: posted.tweetId } : posted.outcome.kind;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

const cases = situations.flatMap((situation) =>
  (["tweet", "thread"] as const).flatMap((shape) => (ends[situation][shape] ? [{ situation, shape }] : [])),
);

it("every situation and every choice is in the table", () => {
  expect(Object.keys(ends)).toEqual([...situations]);
  expect(cases).toHaveLength(situations.length * 2 - 3);
  for (const shapes of Object.values(ends))
    for (const row of Object.values(shapes)) if (row) expect(Object.keys(row).toSorted()).toEqual(choices.toSorted());
});

describe.each(cases)("$situation $shape", ({ situation, shape }) => {
  it.each(choices)("%s", async (choice) => {
    const end = ends[situation][shape]?.[choice];
    const tweetId = await bring(situation, shape);
    const [before, count] = [await show(tweetId), await countTweets()];
    const texts = wordsFor(shape);
    // What is out stays as it is: only the rest of a started thread can change.
    if (situation === "started") texts[0] = before?.texts[0] ?? "";
    const pressed = await press(choice, texts, tweetId);
    if (end === "already_sent" || end === "not_scheduled") {
      expect(pressed).toBe(end);
      expect(await show(tweetId)).toEqual(before);
      expect(await countTweets()).toBe(count);
      return;
    }
    const id = typeof pressed === "string" ? pressed : pressed.id;
    expect(id).toBe(tweetId ?? id);
    const after = await show(Number(id));
    expect(after?.texts).toEqual(texts);
    expect((await read(Number(id))).account?.id).toBe(account.id);
    switch (end) {
      case "draft":
        return void expect(after).toMatchObject({ state: "pending", dueAt: null });
      case "scheduled":
      case "as it was":
        return void expect(after).toMatchObject({ state: before?.state, dueAt: before?.dueAt });
      case "scheduled anew":
        expect(after?.state).toBe("scheduled");
        expect(after?.dueAt).not.toBe(before?.dueAt);
        return void expect(after?.dueAt).toBeGreaterThan(app.clock.now());
      case "posted":
        return void expect(after?.state).toBe("published");
    }
  });
});

describe("a tweet that gets parts", () => {
  it.each(choices)("%s: a draft and a failed one become a thread, a scheduled one only as a draft", async (choice) => {
    for (const situation of ["draft", "failed", "scheduled"] as const) {
      const tweetId = await bring(situation, "tweet");
      const before = await show(tweetId);
      const texts = wordsFor("thread");
      const pressed = await press(choice, texts, tweetId);
      const after = await show(tweetId);
      if (situation === "scheduled" && choice !== "draft") {
        expect(pressed).toBe("not_draft");
        expect(after).toEqual(before);
      } else if (choice === "keep") {
        expect(pressed).toBe("not_scheduled");
        expect(after).toEqual(before);
      } else {
        expect(pressed).toEqual({ id: tweetId });
        const states = {
          draft: "pending",
          random: "scheduled",
          slot: "scheduled",
          exact: "scheduled",
          now: "published",
        };
        expect(after).toMatchObject({ texts, state: states[choice] });
      }
    }
  });
});
