// /generate in each of its states: asking, waiting, the tweets of a batch as each becomes another thing, and test mode.
import { expect } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { request, runQueued } from "~/features/generation/generation.server";
import { publishDue, unlink } from "~/features/publishing/publishing.server";
import { showcase } from "~/ports/ai/demo/showcase";
import { makeBatch } from "~tests/support/make";
import { folded, makeStage, type Stage, test } from "./album";
import type { Browser } from "./browse";
import { bring } from "./tweet-states";

/** A batch of alice's, whose id is called so in the album. */
async function batchOf(stage: Stage, name: string, topic: string, account = stage.second) {
  const tweets = await makeBatch(stage.app, stage.alice, account, topic);
  const id = tweets[0]?.batchId ?? "";
  stage.named[id] = name;
  return { id, tweets };
}

test("the question is asked of a guest, of who has no account, and of who may ask", async ({ stage, album }) => {
  const { app, alice, first, second, guest, asAlice, asBob } = stage;
  album.add("a guest", (await guest.get("/generate")).main);
  album.add("bob, with a topic", (await asBob.get("/generate?topic=owls+%26+%22mice%22")).main);
  album.add("alice", (await asAlice.get("/generate")).main);
  await app.db.updateTable("accounts").set({ is_default: 0 }).where("id", "=", first.id).execute();
  album.add("alice, without a default", (await asAlice.get("/generate")).show(".composer"));
  const ask = { intent: "generate", topic: "bees", webSearch: "on" };
  const noDefault = await asAlice.post("/generate", ask);
  album.add("asked without a default", noDefault.status, noDefault.show(".composer", ".notice"));
  for (const { id } of [first, second]) await unlink(app, alice.user.id, String(id));
  album.add("alice, without an account", (await asAlice.get("/generate")).main);
  for (const [title, who] of [
    ["a guest", guest],
    ["alice, without an account", asAlice],
  ] as const) {
    const refusal = await who.post("/generate?x=1", ask);
    album.add(`asked by ${title}`, refusal.status, refusal.to, refusal.show(".composer", ".notice"));
    expect((await who.get("/generate")).show(".composer"), "the topic is kept").toContain("[value=bees]");
    expect((await who.get("/generate?topic=")).show(".composer"), "the address goes first").not.toContain("bees");
  }
  for (const topic of ["", " ", "x".repeat(2_001)]) {
    const refusal = await asBob.post("/generate?x=1", { intent: "generate", topic });
    album.add(`a topic of ${topic.length}`, refusal.status, refusal.show(".composer").replaceAll(topic || "-", "…"));
  }
  await album.matches("asking");
});

test("a topic that waits in the browser is forgotten once it is asked, and by no other form", async ({ stage }) => {
  const { app, alice, asAlice, first, second } = stage;
  const setDefault = (is_default: 0 | 1) =>
    app.db.updateTable("accounts").set({ is_default }).where("id", "=", first.id).execute();
  const kept = () => [...asAlice.cookies.keys()].filter((name) => name.includes("topic"));
  const ask = { intent: "generate", topic: "bees" };
  await setDefault(0);
  await asAlice.post("/generate", ask);
  expect(kept()).not.toEqual([]);
  const earlier = { userId: alice.user.id, accountId: second.id, topic: "owls", webSearch: false };
  for (const path of ["/generate", `/generate?job=${await request(app, earlier)}`]) {
    expect((await asAlice.post(path, { intent: "set-theme", theme: "dark" })).to).toBe(path);
    expect(kept(), path).not.toEqual([]);
  }
  await setDefault(1);
  expect((await asAlice.post("/generate", ask)).to).toMatch(/^\/generate\?job=/);
  expect(kept()).toEqual([]);
  expect((await asAlice.get("/generate")).show(".composer")).not.toContain("bees");
});

test("recent topics lead to their tweets, five at first and twenty a page", async ({ stage, album }) => {
  const { app, asAlice, asBob, second } = stage;
  for (let n = 1; n <= 4; n += 1) {
    await batchOf(stage, `BATCH-${n}`, `topic ${n}`);
    app.clock.advance(hours(5));
  }
  album.add("four", (await asAlice.get("/generate?x=1")).show(".recent", ".card", ".pager", ".hint"));
  for (let n = 5; n <= 23; n += 1) {
    await batchOf(stage, `BATCH-${n}-`, `topic ${n}`);
    app.clock.advance(1_000);
  }
  await app.db.deleteFrom("tweets").where("id", "=", 16).execute();
  album.add("many", (await asAlice.get("/generate?x=1")).show(".card"));
  const first = await asAlice.get("/generate?x=1&topics=all");
  album.add("all", first.show(".card"), first.show(".composer .input"));
  const href = /href="([^"]*topics=(?!all)[^"]*)#topics"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  stage.named[new URLSearchParams(href).get("topics") ?? "none"] = "TOPICS";
  album.add("older", (await asAlice.get(href)).show(".card"));
  expect((await asBob.get("/generate?topics=all")).html).not.toContain("topic 1");
  expect(second.username).toBe("alice_two");
  await album.matches("topics");
});

test("what is asked is waited for, said to be ready once, and told where it failed", async ({ stage, album }) => {
  const { app, alice, second, asAlice, asBob, guest } = stage;
  const sent = await asAlice.post("/generate", { intent: "generate", topic: " owls at night ", webSearch: "on" });
  const job = new URLSearchParams(sent.to?.split("?")[1]).get("job") ?? "";
  stage.named[job] = "JOB";
  expect({ status: sent.status, to: sent.to }).toEqual({ status: 303, to: `/generate?job=${job}` });
  expect([...asAlice.cookies.keys()].filter((name) => name.includes("topic"))).toEqual([]);
  app.clock.advance(12_400);
  const waiting = await asAlice.get(`/generate?job=${job}&x=1`);
  album.add("waiting", waiting.status, waiting.title, waiting.head, folded(waiting.main));
  for (const who of [asBob, guest]) {
    const page = await who.get(`/generate?job=${job}`);
    album.add("another's", page.status, page.title, page.show("h1", ".empty", ".error", "section", ".notice"));
  }
  await (
    await runQueued(app)
  ).done;
  const { batch_id: batchId } = await app.db
    .selectFrom("generation_tasks")
    .select("batch_id")
    .executeTakeFirstOrThrow();
  stage.named[batchId ?? ""] = "BATCH";
  const done = await asAlice.get(`/generate?job=${job}&x=1`);
  album.add("done", done.status, done.to);
  const shown = await asAlice.get(done.to?.replace("BATCH", batchId ?? "") ?? "");
  album.add("the batch", shown.title, shown.show(".toasts", "h1", ".section__head"));
  const ask = { userId: alice.user.id, accountId: second.id, topic: "failing words", webSearch: false };
  const failing = await request(app, ask);
  await app.db
    .updateTable("generation_tasks")
    .set({ state: "failed", error: "The writer is ill." })
    .where("id", "=", failing)
    .execute();
  const failed = await asAlice.get(`/generate?job=${failing}`);
  album.add("failed", failed.title, folded(failed.main).replaceAll(failing, "JOB-2"));
  album.add("no such batch", (await asAlice.get("/generate?batch=nonsense")).show("h1", ".error", ".empty", ".notice"));
  await album.matches("waiting");
});

test("a task and its tweets are shown to the person who asked, and a guest learns nothing of them", async ({
  stage,
}) => {
  const { app, alice, asAlice, asBob, guest, second } = stage;
  const ask = { userId: alice.user.id, accountId: second.id, topic: "owls at night", webSearch: false };
  const job = await request(app, ask);
  const shows = async (who: Browser, path: string) => (await who.get(path)).html.includes("owls at night");
  const wait = `/generate?job=${job}`;
  expect([await shows(asAlice, wait), await shows(asBob, wait), await shows(guest, wait)]).toEqual([
    true,
    false,
    false,
  ]);
  await (
    await runQueued(app)
  ).done;
  const { to } = await asAlice.get(wait);
  const batch = to ?? "";
  expect([await shows(asAlice, batch), await shows(asBob, batch), await shows(guest, batch)]).toEqual([
    true,
    false,
    false,
  ]);
  const nowhere = (await guest.get("/generate?job=nonsense")).main;
  for (const path of [wait, batch]) {
    const page = await guest.get(path);
    expect([page.status, page.to, page.title]).toEqual([200, null, "Results · Linnet"]);
    expect(page.main.replaceAll(path, "/generate?job=nonsense"), "as of one that never was").toBe(nowhere);
    expect(page.show(".notice")).toContain("用户未登录");
  }
});

test("a thread is asked for by its number of parts, waited for, and shown whole on one card", async ({
  stage,
  album,
}) => {
  const { app, alice, second, asAlice, guest } = stage;
  const chosen = (page: { show(...parts: string[]): string }) => page.show("option").match(/.*selected.*/)?.[0] ?? "";
  for (const parts of ["2", "11", "4.5", "many"]) {
    const refusal = await asAlice.post("/generate?x=1", { intent: "generate", topic: "bees", parts });
    expect([refusal.status, refusal.show(".field__hint--wrong")]).toEqual([
      422,
      expect.stringContaining("parts must be a whole number from 3 to 10"),
    ]);
  }
  await guest.post("/generate", { intent: "generate", topic: "bees", parts: "6" });
  expect(chosen(await guest.get("/generate"))).toContain("A thread of 6 parts");
  expect(chosen(await guest.get("/generate?topic=wasps"))).toContain("Tweets");

  const sent = await asAlice.post("/generate", { intent: "generate", topic: "bees", parts: "4" });
  const job = new URLSearchParams(sent.to?.split("?")[1]).get("job") ?? "";
  const waiting = await asAlice.get(`/generate?job=${job}`);
  expect(waiting.main).toContain("AI is generating your thread...");
  await (
    await runQueued(app)
  ).done;
  const task = await app.db.selectFrom("generation_tasks").selectAll().executeTakeFirstOrThrow();
  expect(task).toMatchObject({ format: "thread", parts: 4, state: "success" });
  stage.named[job] = "JOB";
  stage.named[task.batch_id ?? ""] = "BATCH";
  await asAlice.get(`/generate?job=${job}`);
  const path = `/generate?batch=${task.batch_id}`;
  const page = await asAlice.get(path);
  album.add("ready", page.show(".toasts", ".section__head", ".tweet"));
  expect(page.main).not.toMatch(/Write these again|Schedule all|Refine/);
  expect((await asAlice.get(`${path}&schedule=7`)).html).toContain("A thread is scheduled by itself.");

  const [first] = await app.db.selectFrom("tweets").select("id").orderBy("part_no").execute();
  const account = second.networkUserId;
  const fields = { intent: "post-now", tweetId: String(first?.id), account };
  for (const seen of [{}, { parts: "3" }] as Record<string, string>[]) {
    const refusal = await asAlice.post(`${path}&x=1`, { ...fields, ...seen });
    expect([refusal.status, refusal.main.includes("This begins a thread of 4 parts, $0.06 on X.")]).toEqual([
      409,
      true,
    ]);
  }
  await asAlice.post(`${path}&x=1`, { ...fields, parts: "4" });
  for (let n = 0; n < 4; n += 1) {
    const shown = await asAlice.get(path);
    if (n === 0) album.add("on its way", shown.show(".section__head", ".thread", ".tweet__foot"));
    app.clock.advance(6_000);
    await (
      await publishDue(app)
    ).done;
  }
  album.add("out", (await asAlice.get(path)).show(".tweet__head", ".thread", ".tweet__foot"));
  const parts = await app.db.selectFrom("tweets").select(["account_id", "state"]).execute();
  expect(parts).toEqual(Array(4).fill({ account_id: second.id, state: "published" }));
  expect(alice.user.id).toBe(task.user_id);
  await album.matches("written-thread");
});

test("a thread that failed is asked for again with its number of parts", async ({ stage }) => {
  const { app, alice, second, asAlice } = stage;
  const ask = { userId: alice.user.id, accountId: second.id, topic: "failing words", webSearch: false, parts: 7 };
  const failing = await request(app, ask);
  await app.db.updateTable("generation_tasks").set({ state: "failed", error: "The writer is ill." }).execute();
  const failed = await asAlice.get(`/generate?job=${failing}`);
  expect(failed.html).toContain('href="/generate?topic=failing+words&amp;parts=7"');
});

test("each tweet of a batch has its words, its price, its state and its two ways out", async ({ stage, album }) => {
  const { app, asAlice, asBob, guest } = stage;
  const batch = await batchOf(stage, "BATCH", "bee keeping", stage.second);
  const states = ["pending", "chosen", "lost", "published", "failed"];
  for (const [index, state] of states.entries()) {
    const tweet = batch.tweets[index];
    if (tweet) await bring(stage, tweet.id, state);
  }
  const path = `/generate?batch=${batch.id}`;
  const page = await asAlice.get(path);
  album.add("alice", page.status, page.title, folded(page.main));
  album.add("bob", (await asBob.get(path)).show("h1", ".empty", ".error", ".notice"), (await asBob.get(path)).title);
  album.add("a guest", (await guest.get(path)).show("h1", ".empty", ".error", ".notice"));
  const [first] = batch.tweets;
  const post = (fields: Record<string, string>) =>
    asAlice.post(`${path}&x=1`, { tweetId: String(first?.id), ...fields });
  const refusal = await post({ intent: "post-now", account: stage.his.networkUserId });
  album.add("refused as bob", refusal.status, refusal.show(".tweet").split(/^(?=li)/m)[0]);
  const sent = await post({ intent: "post-now", account: stage.second.networkUserId });
  album.add("sent", sent.status, sent.to);
  album.add("opened from there", (await asAlice.get(`${path}&tweet=${first?.id}`)).show("h2", ".dialog__foot"));
  album.add("slot, from there", (await asAlice.get(`${path}&week=1&slot=2026-11-19T11`)).show("summary", "h2"));
  await app.db
    .updateTable("batches")
    .set({ web_search: 1, writer: "gemini", search_suggestions: "<b>more</b>" })
    .execute();
  const sources = JSON.stringify([
    { title: "Bees", url: "https://bees.example/a" },
    { title: "", url: "http://bees.example/b" },
    { title: "Bad", url: "javascript:alert(1)" },
  ]);
  await app.db.updateTable("batches").set({ sources }).execute();
  album.add("by web search", (await asAlice.get(path)).show(".section__head", ".sources", "iframe", "figure"));
  await app.db.updateTable("batches").set({ writer: "demo", sources: "[]" }).execute();
  album.add("by the demo writer, asked to search", (await asAlice.get(path)).show(".section__head"));
  await app.db.deleteFrom("tweet_events").execute();
  await app.db.deleteFrom("attempts").execute();
  await app.db.deleteFrom("tweets").where("id", "!=", 1).execute();
  album.add("one tweet", (await asAlice.get(path)).show(".section__head"));
  await app.db.deleteFrom("tweets").execute();
  album.add("none", (await asAlice.get(path)).show("section", ".empty"));
  await album.matches("batch");
});

test("the demo writer's example is said to be one, and offered where nothing was asked yet", async ({
  stage,
  album,
}) => {
  const { id } = await batchOf(stage, "BATCH", showcase.topic);
  const page = await stage.asAlice.get(`/generate?batch=${id}`);
  album.add("the example", page.title, page.show(".section__head"));
  const long = await batchOf(stage, "LONG", "a very long topic that would not fit into the title of any page at all");
  album.add("a long topic", (await stage.asAlice.get(`/generate?batch=${long.id}`)).title);
  await album.matches("example");
});

test("test mode shows a tweet of each state, and sends nothing", async ({ stage, album }) => {
  const { guest, asAlice } = stage;
  const empty = await guest.get("/generate?test=1");
  album.add("a guest", empty.title, empty.show("h1", ".fold summary", "summary", ".empty", "section"));
  album.add("alice", (await asAlice.get("/generate?test=1&x=1")).show("h1", "summary", ".empty"));
  album.add("test=2", (await asAlice.get("/generate?test=2")).title);
  const samples = await asAlice.get("/generate?test=1&sample=1");
  album.add("alice's samples", samples.title, samples.show("section"));
  album.add("a guest's samples", (await guest.get("/generate?test=1&sample=1")).show(".section__head", "time"));
  await album.matches("test-mode");
});

test("the wire tells this server's own window and quiet hours", async ({ album }) => {
  const stage = await makeStage({ QUIET_HOURS: "none" });
  album.add("no quiet hours", (await stage.asAlice.get("/generate")).show(".wire"));
  stage.app.clock.advance(minutes(600));
  await stage.close();
  const other = await makeStage({ QUIET_HOURS: "22-5" });
  album.add("22 to 5", (await other.asAlice.get("/generate")).show(".wire"));
  other.app.clock.advance(hours(10));
  album.add("in the evening", (await other.asAlice.get("/generate")).show(".wire"));
  await other.close();
  await album.matches("wire");
});
