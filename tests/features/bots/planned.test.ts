// A bot's plan goes round the forms of its last ten posts, and the candidate with the fewest soft faults is posted.
import { expect, it } from "vitest";
import { formOf } from "~/features/generation/form-of";
import { hours, minutes } from "~/ground/time/duration";
import { forms, type PlannedPost } from "~/ports/ai/plan";
import { replies } from "~tests/support/fakes/fake-gemini";
import { live, setGemini, setStage, start, tweets } from "./stage";

setStage();

const gemini = setGemini("gemini");

const planOf = (at: number): PlannedPost[] => {
  const prompt = gemini().calls[at]?.body.contents?.[0]?.parts[0]?.text ?? "";
  return JSON.parse(/^plan = (.*)$/m.exec(prompt)?.[1] ?? "[]") as PlannedPost[];
};
async function liveFor(calls: number): Promise<void> {
  for (let turns = 0; gemini().calls.length < calls && turns < 100; turns += 1) await live(hours(6), minutes(30));
  expect(gemini().calls.length).toBeGreaterThanOrEqual(calls);
}

const posts = [
  "Who taught you to read the wind?",
  "On Monday night the harbor sleeps and one lamp doesn’t.",
  "Write the forecast on the board before breakfast.",
  "Small sails are underrated by everyone who never had to fold one.",
];

it("is drawn for each turn, first from the forms that were posted least", async () => {
  expect(posts.map(formOf)).toEqual(["question", "scene", "how-to", "opinion"]);
  gemini().next(...posts.map((text) => replies.tweets([text])));
  gemini().always(() => replies.tweets([`Rope ${gemini().calls.length === 5 ? "is patient" : "waits"}.`]));
  await start();
  await liveFor(5);
  for (const at of [0, 1, 2, 3, 4]) {
    const posted = posts.slice(0, at).map(formOf);
    const planned = planOf(at).map(({ form }) => form);
    expect(planned).toHaveLength(3);
    expect(planned.filter((form) => posted.includes(form))).toEqual([]);
  }
  const left = forms.filter((form) => !posts.map(formOf).includes(form));
  expect(
    planOf(4)
      .map(({ form }) => form)
      .toSorted(),
  ).toEqual(left.toSorted());
});

it("posts what has the fewest soft faults, and the first of as many", async () => {
  gemini().next(replies.tweets(["A robust boat!", "The jib hangs to dry.", "The anchor has a name."]));
  await start();
  await liveFor(1);
  expect((await tweets())[0]?.content).toBe("The jib hangs to dry.");
});
