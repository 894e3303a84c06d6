// Every state of a task as it is read: by its person, by somebody else, by who has no sign-in; and lists beside it. Nothing changes.
import { expect } from "vitest";
import * as generation from "~/features/generation/generation.server";
import { type Outcomes, others, words } from "~tests/support/outcomes";
import { bob, hour, type Name, now, sentence, setMeetings, sources, stage, testOutcomes } from "./row-meetings";

setMeetings();

const always = (outcome: string): Outcomes<Name> => [[outcome, others]];
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).join(" ") || "none";
const pages = (user: string, from: string | null, size = 2) =>
  generation
    .listBatches(stage.app, user, { from, size })
    .then(({ batches, older, newer }) => words(ids(batches), older && `older ${older}`, newer && `newer ${newer}`));
async function look(viewer: string | null): Promise<string> {
  const { topic, userId, createdAt, kind, parts, tweetId, note, ...task } = await generation.getTask(
    stage.app,
    "t1",
    viewer,
  );
  expect({ topic, userId, createdAt }).toEqual({ topic: "topic of t1", userId: stage.alice, createdAt: now - 1_000 });
  expect({ kind, parts, tweetId, note }).toEqual({ kind: "batch", parts: null, tweetId: null, note: null });
  return words(task.status, task.webSearch && "searches", task.batchId, task.errorCode, sentence(task.error));
}

async function lookAtBatch(id: string, viewer: string | null): Promise<string> {
  const { searchSuggestions, ...batch } = await generation.getBatch(stage.app, id, viewer);
  expect(batch).toMatchObject({ accountId: null, tweets: [], shown: { well: [], less: [] }, createdAt: now - hour });
  expect([batch.topic, searchSuggestions]).toEqual([`topic of ${id}`, `<p>${id}</p>`]);
  expect(JSON.stringify(batch.sources)).toBe(sources);
  return words(batch.id, batch.webSearch && "searched", batch.work.writer.kind === "demo" && "by the demo");
}

/** What a task says of itself to its person, and to nobody as long as it is open to read. */
const lookedAt = (forADay: "pending" | "!not_found"): Outcomes<Name> => [
  ["pending searches", "queued"],
  ["success b1", "written", "written a day ago but a moment"],
  ["failed quota (Used up.)", "failed"],
  ["failed failed (failed)", "failed without a word"],
  ...(forADay === "!not_found"
    ? ([["!not_found", "written a day ago", "failed thirty days ago", "failed thirty days ago but a moment"]] as const)
    : ([
        ["success b1", "written a day ago"],
        ["failed failed (Old.)", "failed thirty days ago", "failed thirty days ago but a moment"],
      ] as const)),
  ["pending", others],
];

testOutcomes({
  "a look": { does: () => look(stage.alice), outcomes: lookedAt("pending") },
  "a look by nobody": { does: () => look(null), outcomes: lookedAt("!not_found") },
  "a look by somebody else": { does: () => look(bob), outcomes: always("!not_found") },
  "a look at its batch": { does: () => lookAtBatch("b1", stage.alice), outcomes: always("b1") },
  "a look at its batch by somebody else": { does: () => lookAtBatch("b1", bob), outcomes: always("!not_found") },
  "a look at its batch by nobody": {
    does: () => lookAtBatch("b1", null),
    outcomes: [
      ["b1", "written", "written a day ago but a moment"],
      ["!not_found", others],
    ],
  },
  "a look at the neighbour's batch": {
    does: () => lookAtBatch("b4", null),
    outcomes: always("b4 searched by the demo"),
  },
  "the first page": { does: () => pages(stage.alice, null), outcomes: always("b4 b1 older b1") },
  "the second page": { does: () => pages(stage.alice, "b1"), outcomes: always("b6 newer first") },
  "the second page of one": { does: () => pages(stage.alice, "b4", 1), outcomes: always("b1 older b1 newer first") },
  "a page of three": { does: () => pages(stage.alice, null, 3), outcomes: always("b4 b1 b6") },
  "a page from another's": { does: () => pages(bob, "b1"), outcomes: always("b7") },
  "the topics": {
    does: async () => [...(await generation.topicsOf(stage.app, stage.alice, ["b4", "b7"]))].flat().join(" "),
    outcomes: always("b4 topic of b4"),
  },
  "the last retirement": { does: () => generation.lastRetirement(stage.app, "told"), outcomes: always("6") },
});
