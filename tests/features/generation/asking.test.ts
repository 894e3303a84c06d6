// What the writer is asked a second and a third time, until when, and what is kept of several answers.
import { afterEach, beforeEach, expect, it } from "vitest";
import { tweet } from "~tests/features/bots/world";
import { createStage, fresh, type Stage, writes } from "./stage";

let stage: Stage;
beforeEach(async () => {
  stage = await createStage();
});
afterEach(() => stage.app.close());

const long = "word ".repeat(60).trim();
type Answers = Parameters<Stage["next"]>;
async function made(...answers: Answers) {
  stage.next(...answers);
  const id = await stage.ask();
  await (
    await stage.runOnce()
  ).done;
  return stage.task(id);
}
const batch = () => stage.app.db.selectFrom("batches").selectAll().executeTakeFirstOrThrow();

it.each([
  [60_999, 2],
  [61_000, 1],
])("after %d ms of its 76 s it has asked %d times: fifteen seconds must be left and more", async (ms, calls) => {
  await made(async () => {
    stage.app.clock.advance(ms);
    return writes([...fresh(3), long]);
  });
  expect(stage.calls).toHaveLength(calls);
});

it("the second is asked for as many as were faulty, the third for what is missing, beside what is there", async () => {
  const [one = "", two = ""] = fresh(2);
  await made(
    async () => writes([one, long, long]),
    async () => writes([two]),
  );
  const asked = stage.calls.map(({ count, earlier, faulty }) => [count, earlier, faulty?.map(({ text }) => text)]);
  expect(asked).toEqual([
    [5, [], undefined],
    [2, [], [long, long]],
    [3, [one, two], undefined],
  ]);
});

it("the writer is told the author's ten latest posts, the newest first, and before them what is there", async () => {
  const { db, clock } = stage.app;
  const now = clock.now();
  const linked = { network: "sandbox" as const, network_user_id: "n1", username: "a", display_name: "A" };
  const account = {
    ...linked,
    id: 1,
    user_id: stage.alice,
    is_default: 1 as const,
    tokens: "",
    linked_at: now,
    status: "active" as const,
  };
  await db.insertInto("accounts").values(account).execute();
  const said = Array.from({ length: 11 }, (_, at) =>
    tweet(now, { id: at + 1, state: "published", at: at - 60, account: 1, user: stage.alice, content: `Said ${at}` }),
  );
  await db.insertInto("tweets").values(said).execute();
  const [one = "", two = ""] = fresh(2);
  await made(async () => writes([one, two]));
  const latest = Array.from({ length: 10 }, (_, at) => `Said ${10 - at}`);
  expect(stage.calls.map(({ earlier }) => earlier)).toEqual([latest, [one, two, ...latest]]);
});

it.each([
  [5, null, 5],
  [null, 7, 7],
  [5, 7, 7],
  [null, null, null],
])(
  "of a model that ends by the first answer at %j and by the second at %j it keeps %j",
  async (first, second, kept) => {
    await made(
      async () => ({ ...writes(fresh(2)), model: "first", modelRetiresAt: first }),
      async () => ({ ...writes(fresh(1)), model: "second", modelRetiresAt: second }),
    );
    expect(await batch()).toMatchObject({ model: "second", model_retires_at: kept });
  },
);

it.each([
  ["<a>", null, "<a>"],
  [null, "<b>", "<b>"],
  ["<a>", "<b>", "<a>\n<b>"],
  ["", "", null],
  [null, null, null],
])("of the suggestions %j and %j it keeps %j", async (first, second, kept) => {
  await made(
    async () => ({ ...writes(fresh(2)), searchSuggestions: first }),
    async () => ({ ...writes(fresh(1)), searchSuggestions: second }),
  );
  expect((await batch()).search_suggestions).toBe(kept);
});

it.each([
  [true, true, 1],
  [true, false, 0],
  [true, undefined, 0],
  [false, true, 0],
])(
  "a batch of answers of which the first searched: %j, and the next: %j, has searched: %j",
  async (first, second, kept) => {
    await stage.ask({ webSearch: true });
    stage.next(
      async () => ({ ...writes(fresh(2)), searched: first }),
      async () => ({ ...writes(fresh(1)), ...(second !== undefined && { searched: second }) }),
    );
    await (
      await stage.runOnce()
    ).done;
    expect((await batch()).searched).toBe(kept);
  },
);

it("a batch whose mended tweets searched nothing rests on the search of the others, and one that was not to search on none", async () => {
  await stage.ask({ webSearch: true });
  stage.next(
    async () => ({ ...writes([...fresh(4), long]), searched: true }),
    async () => writes(fresh(1)),
  );
  await (
    await stage.runOnce()
  ).done;
  expect((await batch()).searched).toBe(1);
  await stage.app.db.deleteFrom("batches").execute();
  await made(async () => ({ ...writes(fresh(5)), searched: true }));
  expect((await batch()).searched).toBeNull();
});

it("what X would not take is told to the writer as a sentence, and no batch holds more than five", async () => {
  await made(
    async () => writes([...fresh(4), long]),
    async () => writes(fresh(3)),
  );
  expect(stage.calls[1]?.faulty?.[0]?.fault).toMatch(/^\d+ characters over the limit \(\d+ of 280\)\.$/);
  expect(await stage.count("tweets")).toBe(5);
});
