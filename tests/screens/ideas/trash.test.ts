// The page's forms: what is discarded is undone from its message, several at once, and what is asked before deleting.
import { afterEach, beforeEach, expect, it } from "vitest";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { unlink, writeTweet } from "~/features/publishing/publishing.server";
import type { IdeasData } from "~/screens/ideas/to-view.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch } from "~tests/support/people/make";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
});
afterEach(() => app.close());

const write = async (content: string, account: string | null = null) =>
  (await writeTweet(app, { userId: alice.person.user.id, content, account })).id;
const press = (act: string, tweetId: number | string, path = "/ideas") =>
  alice.act(path, { intent: "ideas", do: act, tweetId: String(tweetId) });
const idsIn = ({ days }: IdeasData) => days.flatMap(({ ideas }) => ideas.map(({ tweet }) => tweet.id));

it("what was discarded comes back by the form that its message offers, and goes again by that one's", async () => {
  const id = await write("One");
  const fields = { do: "restore", tweetId: String(id) };
  expect(await press("discard", id)).toMatchObject({ message: "Moved to Trash", undo: { intent: "ideas", fields } });
  expect(await alice.ideas()).toMatchObject({ days: [], unsent: "0", inTrash: "1" });
  const again = { do: "discard", tweetId: String(id) };
  expect(await press("restore", id)).toMatchObject({ message: "Restored", undo: { intent: "ideas", fields: again } });
  expect(idsIn(await alice.ideas())).toEqual([id]);
});

it("several are discarded by one press, and one Undo brings exactly these back", async () => {
  const [one, two, three, out] = [await write("One"), await write("Two"), await write("Three"), await write("Four")];
  await press("discard", three);
  await addToTimeline(app, { userId: alice.person.user.id, tweetId: out, account: null, timeZone: null });
  const came = await press("discard", `${one},${two},${out}`);
  const fields = { do: "restore", tweetId: `${one},${two}` };
  expect(came).toMatchObject({ undo: { fields } });
  expect("message" in came && came.message).toMatch(/^2 tweets moved to Trash\. 1 couldn’t be moved/);
  await press("restore", fields.tweetId);
  expect(idsIn(await alice.ideas())).toEqual([two, one]);
  expect((await alice.ideas("/ideas?state=bin")).discarded.map(({ tweet }) => tweet.id)).toEqual([three]);
  expect(await press("discard", "")).toMatchObject({ ok: false, error: "Select at least one tweet first." });
});

it("a refusal says why, and an act that nobody knows does nothing", async () => {
  const id = await write("One");
  await addToTimeline(app, { userId: alice.person.user.id, tweetId: id, account: null, timeZone: null });
  expect(await press("discard", id)).toMatchObject({ ok: false, error: "Unschedule this tweet first." });
  for (const act of ["", "constructor", "publish"]) expect(await press(act, id)).toMatchObject({ ok: false });
  expect(await press("discard", "1e999")).toMatchObject({ ok: false });
  const bob = await atScreens(app, "bob");
  const theirs = await bob.act("/ideas", { intent: "ideas", do: "discard", tweetId: String(await write("Two")) });
  expect(theirs).toMatchObject({ ok: false, error: "Tweet not found." });
});

it("a window on a discarded tweet offers to restore it and nothing else, and closes with the press", async () => {
  const id = await write("One");
  const open = async () => (await alice.ideas(`/ideas?tweet=${id}`)).opened;
  expect(await open()).toMatchObject({ discardable: true, discarded: false, editable: true });
  expect(await press("discard", id, `/ideas?q=one&tweet=${id}`)).toEqual({ to: "/ideas?q=one" });
  const nothing = { discardable: false, discarded: true, editable: false, choice: null, others: [] };
  expect(await open()).toMatchObject(nothing);
});

it("the bin asks before it deletes for good, one or all", async () => {
  const [one, two] = [await write("One"), await write("Two")];
  await press("discard", `${one},${two}`);
  const asked = async (query: string) => (await alice.ideas(`/ideas?${query}`)).ask;
  expect(await asked("state=bin&ask=empty")).toBe("empty");
  expect(await asked(`state=bin&ask=${one}`)).toBe(String(one));
  expect(await asked("state=bin&ask=all")).toBeNull();
  expect(await asked("ask=empty")).toBeNull();
  expect(await press("delete", one, `/ideas?state=bin&ask=${one}`)).toEqual({ to: "/ideas?state=bin" });
  expect((await alice.ideas("/ideas?state=bin")).discarded.map(({ tweet }) => tweet.id)).toEqual([two]);
  expect(await press("empty", "")).toMatchObject({ message: "1 tweet deleted permanently" });
  expect((await alice.ideas("/ideas?state=bin")).discarded).toEqual([]);
});

it("the list is narrowed by the words, the account, the state and the topic that the address names", async () => {
  const other = await linkAccount(app, alice.person, "other");
  const own = await write("Herons stand still", other.networkUserId);
  const bees = await makeBatch(app, alice.person, alice.account, "bees");
  const of = async (query: string) => idsIn(await alice.ideas(`/ideas?${query}`));
  expect(await of("q=HERONS")).toEqual([own]);
  expect(await of(`account=${other.networkUserId}`)).toEqual([own]);
  expect(await of(`account=${other.id}`)).toEqual([own]);
  expect(await of(`account=${alice.account.id}`)).toHaveLength(5);
  expect(await of(`topic=${bees[0]?.batchId}`)).toHaveLength(5);
  expect(await of("state=failed")).toEqual([]);
  expect(await of("state=open")).toHaveLength(6);
  expect(await alice.ideas("/ideas?q=herons")).toMatchObject({ isNarrowed: true, filters: { q: "herons" } });
  await unlink(app, alice.person.user.id, other.networkUserId);
  expect(await of(`account=${alice.account.id}`)).toHaveLength(6);
});

it("topics are found by their words, in any case and script, with what became of their tweets", async () => {
  const [bee] = await makeBatch(app, alice.person, alice.account, "Пчёлы на крыше");
  await makeBatch(app, alice.person, alice.account, "boats");
  await addToTimeline(app, { userId: alice.person.user.id, tweetId: bee?.id ?? 0, account: null, timeZone: null });
  const topics = async (query: string) => (await alice.ideas(`/ideas?view=topics&${query}`)).topics;
  expect(await topics("q=ПЧЁЛЫ")).toMatchObject([{ topic: "Пчёлы на крыше", open: 4, scheduled: 1, out: 0 }]);
  expect(await topics("q=bees")).toEqual([]);
  expect(await topics("")).toHaveLength(2);
});
