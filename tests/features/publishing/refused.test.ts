// What is refused before anything is claimed, word for word, and what of old attempts is forgotten.
import { expect, it } from "vitest";
import { days, hours } from "~/ground/time/duration";
import { timeOfPost } from "~/features/publishing/rules/next-step";
import { deleteEndedBefore } from "~/features/publishing/store/attempts.server";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { editTweet, publishNow, writeTweet } from "~/features/publishing/publishing.server";
import { fingerprint } from "~/features/tweets/text";
import { makeWorld, start, states } from "./world";

it("a server that stops, or is not the publisher, posts nothing now", async () => {
  const world = await makeWorld();
  world.app.node.setMayClaim(false);
  const post = () => publishNow(world.app, world.ask("pending"));
  expect(await world.changed(post)).toEqual([
    "refused not_the_publisher: Another process on this server handles posting. Try again in a moment.",
  ]);
  world.app.work.stop();
  expect(await world.changed(post)).toEqual([
    "refused shutting_down: The server is restarting. Try again in a moment.",
  ]);
});

it("words that the network would refuse are refused here, and nothing is kept of them", async () => {
  const { app, ask, changed } = await makeWorld();
  const sentence = "refused invalid: Write something first.";
  expect(await changed(() => writeTweet(app, { ...ask("pending"), content: " " }))).toEqual([sentence]);
  expect(await changed(() => editTweet(app, { ...ask("pending"), content: " " }))).toEqual([sentence]);
});

it("a pending tweet may be edited to say what another says, and is refused when it is put on its way", async () => {
  const { app, ask, id, changed } = await makeWorld();
  const content = "own published: words of its own";
  expect(await changed(() => editTweet(app, { ...ask("pending"), content }))).toHaveLength(2);
  const row = await app.db.selectFrom("tweets").select("fingerprint").where("id", "=", id("pending")).execute();
  expect(row).toEqual([{ fingerprint: fingerprint(content) }]);
  const duplicate =
    "refused duplicate: You already posted this on Thu, Nov 19 as @own. Change a few words and try again.";
  expect(await changed(() => addToTimeline(app, ask("pending")))).toEqual([duplicate]);
  expect(await changed(() => publishNow(app, ask("pending")))).toEqual([duplicate]);
});

it("attempts are forgotten of tweets that are settled and were for long", async () => {
  const { app, id } = await makeWorld();
  const old = start - days(1);
  const left = async () =>
    (await app.db.selectFrom("attempts").select("tweet_id").execute()).map((row) => row.tweet_id);
  await app.db.updateTable("attempts").set({ started_at: old }).execute();
  await app.db.updateTable("tweets").set({ updated_at: old }).execute();
  expect(await deleteEndedBefore(app.db, old - 1, 99)).toBe(0);
  await app.db
    .updateTable("tweets")
    .set({ updated_at: old + 1 })
    .where("id", "=", id("published", "main"))
    .execute();
  await app.db
    .updateTable("attempts")
    .set({ started_at: old + 1 })
    .where("tweet_id", "=", id("published", "bob"))
    .execute();
  expect(await deleteEndedBefore(app.db, old, 99)).toBe(1);
  expect(await left()).not.toContain(id("published"));
  for (const state of ["publishing", "unknown", "asked"] as const) expect(await left()).toContain(id(state));
  expect(await deleteEndedBefore(app.db, start + hours(1), 1)).toBe(1);
  expect(states).toHaveLength(7);
});

it("a post's id is believed where its time is within an hour of the attempt", () => {
  const id = String(BigInt(start - 1_288_834_974_657) << 22n);
  const told = [-hours(1), 1 - hours(1), hours(1) - 1, hours(1)].map((away) => timeOfPost(id, start + away) - start);
  expect(told).toEqual([-hours(1), 0, 0, hours(1)]);
});

it("what another tab has changed meanwhile is not overwritten by one press, and by the next one is", async () => {
  const { app, ask, changed } = await makeWorld();
  const edit = (content: string, seen: string, isScheduled = false) =>
    editTweet(app, { ...ask("pending"), content, seen: { content: seen, isScheduled } });
  const isOther = ["refused changed: This tweet changed while you were editing. Save again to overwrite it."];
  const { content } = await edit("One\r\ntwo.", "own pending: words of its own");
  expect(content).toBe("One\ntwo.");
  expect(await changed(() => edit("Mine.", "own pending: words of its own"))).toEqual(isOther);
  // As a text area has them: of two characters for a line's end it keeps one.
  expect(await changed(() => edit("Mine.", "One\ntwo."))).toHaveLength(2);
  // Both tabs wrote the same.
  expect(await changed(() => edit("Mine.", "One\ntwo."))).not.toEqual(isOther);

  await addToTimeline(app, ask("pending"));
  expect(await changed(() => edit("Later.", "Mine."))).toEqual([
    "refused changed: This tweet was scheduled while you were editing. Save again to change its text.",
  ]);
  expect(await changed(() => edit("Later.", "Mine.", true))).toHaveLength(2);
});
