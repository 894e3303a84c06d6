// The timeline and what opens over it: each state of a tweet, each week and slot, and the texts that are not sent.
import { discard } from "~/features/ideas/ideas.server";
import { expect } from "vitest";
import { days, hours, minutes } from "~/ground/time/duration";
import { changeAccount } from "~/features/accounts/accounts.server";
import { addToTimeline, writeTweet } from "~/features/publishing/publishing.server";
import { type Stage, test } from "./album";
import { bring, fallsDue, refused, schedule, states, write } from "./tweet-states";
import { makeBatch } from "~tests/support/make";
import { sendDue } from "~tests/support/sends";

const words = "Kestrels hover over https://example.org and the motorway.";
const at = (change = "") => `/timeline?week=0${change}`;

test("a tweet opens over the week in each of its states, as the account that it is for", async ({ stage, album }) => {
  for (const state of states) {
    const id = await write(stage, `${words} ${state}`, stage.second.networkUserId);
    if (state === "held") {
      await schedule(stage, id, hours(5));
      await changeAccount(stage.app.db, stage.second.id, { status: "paused", paused_by: "person" });
    }
    const release = await bring(stage, id, state);
    const page = await stage.asAlice.get(at(`&tweet=${id}`));
    album.add(`${state}`, page.title, page.over);
    expect((await stage.asBob.get(at(`&tweet=${id}`))).over, "bob sees it").toBe("");
    expect((await stage.guest.get(at(`&tweet=${id}`))).over, "a guest sees it").toBe("");
    await release();
    await changeAccount(stage.app.db, stage.second.id, { status: "active", paused_by: null });
  }
  await album.matches("opened-tweet");
});

test("a tweet's words are changed in a form that keeps what was typed", async ({ stage, album }) => {
  const { asAlice, second } = stage;
  const id = await write(stage, words, second.networkUserId);
  album.add("pending", (await asAlice.get(at(`&tweet=${id}&edit=1`))).over);
  album.add("edit=2", (await asAlice.get(at(`&tweet=${id}&edit=2`))).show("h2"));
  await bring(stage, id, "chosen");
  album.add("scheduled", (await asAlice.get(at(`&tweet=${id}&edit=1`))).over);
  const form = { intent: "edit-tweet", tweetId: String(id) };
  const long = await asAlice.post(at(`&tweet=${id}&edit=1`), { ...form, content: "word ".repeat(60) });
  album.add("too long", long.status, long.over);
  const empty = await asAlice.post(at(`&tweet=${id}&edit=1`), { ...form, content: " " });
  album.add("empty", empty.status, empty.over);
  const saved = await asAlice.post(at(`&tweet=${id}&edit=1`), { ...form, content: "Two\r\nlines" });
  album.add("saved", saved.status, saved.to);
  album.add("where it leads", (await asAlice.get(saved.to ?? "")).over);
  const other = await write(stage, `${words} Again.`, null);
  await bring(stage, other, "published");
  album.add("published: no form", (await asAlice.get(at(`&tweet=${other}&edit=1`))).show("h2", "form"));
  const late = await asAlice.post(at(`&tweet=${other}&edit=1`), { ...form, tweetId: String(other), content: "Late" });
  album.add("published meanwhile: the form stays", late.status, late.over);
  await album.matches("edited-tweet");
});

test("a tweet of one's own is written for the default account", async ({ stage, album }) => {
  const { asAlice, guest, app, first, second } = stage;
  album.add("empty", (await asAlice.get(at("&write=1"))).over);
  album.add("write=2", (await asAlice.get(at("&write=2"))).over);
  album.add("a guest", (await guest.get(at("&write=1"))).over);
  const form = { intent: "write-tweet", account: second.networkUserId };
  const refusal = await asAlice.post(at("&write=1"), { ...form, content: "word ".repeat(60) });
  album.add("too long", refusal.status, refusal.over);
  const saved = await asAlice.post(at("&write=1"), { ...form, content: "Hello\r\nthere" });
  album.add("saved", saved.status, saved.to);
  album.add("where it leads", (await asAlice.get(saved.to ?? "")).over);
  const foreign = await asAlice.post(at("&write=1"), { ...form, account: stage.his.networkUserId, content: "No" });
  album.add("for bob's account", foreign.status, foreign.show("h2", ".notice", ".field__hint"));
  for (const { id } of [first, second])
    await app.db.updateTable("accounts").set({ unlinked_at: 1, is_default: 0 }).where("id", "=", id).execute();
  const alone = await asAlice.get(at("&write=1"));
  album.add("without an account", alone.over, alone.show(".row--spread"));
  await album.matches("written-tweet");
});

test("each form of an opened tweet that is refused says why where it was pressed", async ({ stage, album }) => {
  const { asAlice, asBob, second, his } = stage;
  const id = await write(stage, words, second.networkUserId);
  const shot = async (intent: string, fields: Record<string, string> = {}, who = asAlice) => {
    const page = await who.post(at(`&tweet=${id}`), { intent, tweetId: String(id), ...fields });
    const title = `${intent} ${JSON.stringify(fields).replaceAll(his.networkUserId, "bob's")}`;
    album.add(title, page.status, page.to, page.show("dialog .notice", "h2", ".notice", ".fold", ".tweet__line"));
  };
  await shot("schedule-at", { moment: "2020-01-01T10:00" });
  await shot("schedule-at", { moment: "soon" });
  await shot("post-as");
  await shot("post-as", { account: his.networkUserId });
  await shot("take-off");
  await shot("dismiss");
  await shot("resolve");
  await shot("resolve", { published: "perhaps" });
  await shot("resolve", { published: "true" });
  await shot("post-now", { account: his.networkUserId });
  await shot("post-now", {}, asBob);
  stage.network.faults.push(refused);
  await shot("post-now");
  await shot("post-now", { tweetId: "x" });
  await shot("nonsense");
  await album.matches("refused-tweet");
});

/** One in each slot that matters: the borders of the week, a night, and three in one slot. */
async function fillWeek(stage: Stage): Promise<void> {
  const start = stage.app.clock.now();
  const ask = { userId: stage.alice.user.id, account: null };
  // Seen from Berlin: now is Thursday, 11:18.
  for (const [content, ms] of [
    ["Eleven o’clock", minutes(20)],
    ["Half past twelve", hours(1.4)],
    ["Five to one", hours(1.6)],
    ["At night", hours(12.5)],
    ["Sunday, just before midnight", days(3) + hours(12.6)],
    ["Monday, just after midnight", days(3) + hours(12.8)],
  ] as const) {
    const id = await write(stage, content, stage.first.networkUserId);
    await schedule(stage, id, ms);
  }
  const others = await write(stage, "The other account’s", stage.second.networkUserId);
  await schedule(stage, others, hours(3));
  const { id: tweetId } = await writeTweet(stage.app, { ...ask, content: "A drawn one" });
  await addToTimeline(stage.app, { ...ask, tweetId, timeZone: null });
  expect(stage.app.clock.now()).toBe(start);
}

test("the week shows the default account's tweets in their slots, and each way leads where it says", async ({
  stage,
  album,
}) => {
  const { asAlice, asBob, guest } = stage;
  await fillWeek(stage);
  album.add("a guest", (await guest.get("/timeline")).main);
  album.add("alice", (await asAlice.get("/timeline?view=week")).main);
  album.add("bob", (await asBob.get("/timeline")).show(".row--spread", ".task", ".stack", "section"));
  for (const query of ["week=1", "week=-1", "week=99", "week=-99", "week=x", "week=1.5&view=month", "view=day"]) {
    const page = await asAlice.get(`/timeline?${query}`);
    album.add(`?${query}`, page.show(".week__bar", ".legend", ".task", ".stack", "thead", ".week__month"));
  }
  const week = await asAlice.get("/timeline");
  const slots = [...week.html.matchAll(/class="stack" href="([^"]*)"/g)].map(([, href = ""]) => href);
  expect(slots).not.toEqual([]);
  for (const href of slots) album.add(`the slot ${href}`, (await asAlice.get(href.replaceAll("&amp;", "&"))).over);
  for (const slot of [
    "2026-11-19T11",
    "2026-11-19T23",
    "2026-11-18T23",
    "2026-11-20T23",
    "2026-11-19T13",
    "2026-11-20T11",
    "nonsense",
  ])
    album.add(`the slot ${slot}`, (await asAlice.get(`/timeline?slot=${slot}`)).over);
  const [first = ""] = slots;
  album.add("bob at it", (await asBob.get(first.replaceAll("&amp;", "&"))).over);
  await album.matches("week");
});

test("a week with one tweet of each state counts them, and names a tweet that is not there", async ({
  stage,
  album,
}) => {
  const { asAlice, app, first } = stage;
  let release = () => Promise.resolve();
  for (const state of ["published", "failed", "chosen", "lost", "publishing"]) {
    const id = await write(stage, `${state} ${words}`, first.networkUserId);
    release = await bring(stage, id, state);
  }
  const page = await asAlice.get("/timeline?tweet=9999&x=1");
  album.add("the week", page.show(".row--spread", ".notice", ".task", ".stack", ".list"), page.over);
  await release();
  await changeAccount(app.db, first.id, { refused_at: 1 });
  album.add("refused once", (await asAlice.get("/timeline?x=1")).show(".quiet"));
  await album.matches("week-states");
});

test("every text that is not sent stands on its own page, with where it comes from; so do topics and the bin", async ({
  stage,
  album,
}) => {
  const { app, asAlice, asBob, guest, alice, first } = stage;
  album.add("a guest", (await guest.get("/ideas")).main);
  album.add("none", (await asAlice.get("/ideas")).main);
  const failed = await write(stage, "It failed.", first.networkUserId);
  stage.network.faults.push(refused);
  await fallsDue(stage, failed);
  await sendDue(app);
  const batchId = (await makeBatch(app, alice, first, "bee keeping"))[0]?.batchId ?? "";
  const told = (text: string) => text.replaceAll(batchId, "BATCH");
  app.clock.advance(days(1));
  for (let n = 1; n <= 30; n += 1) await write(stage, `Idea number ${n}`, null);
  const page = await asAlice.get("/ideas?x=1&before=nonsense");
  album.add("alice", told(page.main));
  const older = /href="([^"]*before=\d+)"/.exec(page.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  album.add("older", told((await asAlice.get(older)).show("section", ".pager")));
  album.add("a search", told((await asAlice.get("/ideas?q=NUMBER+7")).show("section", ".filters")));
  album.add("nothing found", (await asAlice.get("/ideas?q=otters&state=failed")).show(".empty"));
  album.add("topics", told((await asAlice.get("/ideas?view=topics")).main));
  album.add("an empty bin", told((await asAlice.get("/ideas?state=bin")).main));
  await discard(app, { userId: alice.user.id, tweetId: failed });
  album.add("the bin", told((await asAlice.get("/ideas?state=bin")).main));
  album.add("the question", told((await asAlice.get("/ideas?state=bin&ask=empty")).over));
  album.add("a discarded one", (await asAlice.get(`/ideas?state=bin&tweet=${failed}`)).over);
  album.add("the timeline", (await asAlice.get("/timeline")).show("p.quiet"));
  expect((await asBob.get("/ideas")).show("section")).toBe("");
  await album.matches("ideas");
});
