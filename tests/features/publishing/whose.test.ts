// Whose tweet: a tweet keeps its account whatever else is done with it, and nothing is left on an account that is gone.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { minutes, seconds } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { setDefault } from "~/features/accounts/accounts.server";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  editTweet,
  nextPublishAt,
  pauseAccount,
  postAs,
  publishDue,
  publishNow,
  readJournal,
  reconcileDue,
  resolve,
  unlink,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { answered } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { account as first, alice, app, ask, network, pass, read, setStage, tweets } from "./stage";

// More links than an hour allows are made here.
setStage({ alone: true, config: { rateLimits: false } });

let other: Account;
/** Who posted what, by the accounts' names. */
let posts: [string, string][];
beforeEach(async () => {
  other = await linkAccount(app, alice, "alice_other");
  posts = [];
  const { post } = network;
  network.post = async (tokens, what) => {
    const answer = await post(tokens, what);
    const taken = answer.kind === "answered" && answer.status === 201;
    if (taken) posts.push([await nameOf(what.text), what.text]);
    return answer;
  };
});
afterEach(async () => {
  // Whatever a test did: nothing stands on the timeline of an account that is not linked or not the person's.
  const stray = await app.db
    .selectFrom("tweets")
    .innerJoin("accounts", "accounts.id", "tweets.account_id")
    .select("tweets.id")
    .where("tweets.state", "=", "scheduled")
    .where((row) =>
      row.or([row("accounts.unlinked_at", "is not", null), row("accounts.user_id", "!=", row.ref("tweets.user_id"))]),
    )
    .execute();
  expect(stray).toEqual([]);
});

/** The sandbox's own record of who said it last. */
async function nameOf(text: string): Promise<string> {
  const row = await app.db
    .selectFrom("sandbox_posts")
    .innerJoin("sandbox_users", "sandbox_users.id", "sandbox_posts.sandbox_user_id")
    .select("sandbox_users.handle")
    .where("text", "=", text)
    .orderBy("sandbox_posts.id", "desc")
    .executeTakeFirstOrThrow();
  return row.handle;
}

const as = (n: number, account: Account) => ({ ...ask(n), account: account.networkUserId });
const soon = () => app.clock.now() + minutes(1);
const accountOf = async (n: number) => (await read(n)).account?.username;
const journalOf = async (n: number) => (await readJournal(app, tweets[n]?.id ?? 0)).map(({ kind }) => kind);
const random = (n: number) => addToTimeline(app, { ...ask(n), timeZone: null });

/** Time passes to each moment on the timeline. */
async function sendAll(): Promise<void> {
  for (let at = await nextPublishAt(app, 0); at !== null; at = await nextPublishAt(app, 0)) {
    app.clock.set(Math.max(at, app.clock.now()));
    if ((await sendDue(app)) === 0) throw new Error("What is due was not sent");
  }
}

describe("a tweet that was put on the timeline for an account that is not the default", () => {
  beforeEach(async () => {
    await addToTimeline(app, { ...as(0, other), timeZone: null });
  });

  it.each([
    ["another moment is drawn", () => random(0)],
    ["an exact time is chosen", () => scheduleAt(app, { ...ask(0), executeAt: soon() })],
    ["its words are changed", () => editTweet(app, { ...ask(0), content: "Other words altogether." })],
    ["it is unscheduled and scheduled again", async () => [await unschedule(app, ask(0)), await random(0)]],
    ["the default becomes another and back", async () => setDefault(app, alice.user.id, first.networkUserId)],
  ])("keeps it when %s", async (_, act) => {
    await act();
    expect(await accountOf(0)).toBe("alice_other");
    expect((await read(0)).ownAccountId).toBe(other.id);
    await sendAll();
    expect(posts).toEqual([["alice_other", (await read(0)).content]]);
  });

  it("is posted as that account once it is unscheduled and posted now", async () => {
    await unschedule(app, ask(0));
    expect((await publishNow(app, ask(0))).account?.username).toBe("alice_other");
    expect(posts.map(([who]) => who)).toEqual(["alice_other"]);
  });

  it("is posted again as that account after it failed", async () => {
    network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
    await sendAll();
    expect((await read(0)).state).toBe("failed");
    await publishNow(app, ask(0));
    expect(posts.map(([who]) => who)).toEqual(["alice_other"]);
  });

  it("follows the default once its account is unlinked, and is its own again once that is linked again", async () => {
    await unlink(app, alice.user.id, other.networkUserId);
    expect(await read(0)).toMatchObject({ state: "pending", ownAccountId: null });
    await linkAccount(app, alice, "alice_other");
    expect((await read(0)).ownAccountId).toBe(other.id);
    await unlink(app, alice.user.id, other.networkUserId);
    expect((await publishNow(app, ask(0))).account?.username).toBe("alice_x");
  });

  it("moves only by name, and the journal says so", async () => {
    await addToTimeline(app, { ...as(0, first), timeZone: null });
    expect(await accountOf(0)).toBe("alice_x");
    expect(await journalOf(0)).toEqual(["scheduled", "account", "moved"]);
  });
});

it("a generated tweet follows the default until somebody names an account for it", async () => {
  expect((await read(0)).ownAccountId).toBeNull();
  await setDefault(app, alice.user.id, other.networkUserId);
  expect((await random(0)).account.username).toBe("alice_other");
  expect(await journalOf(0)).toEqual(["scheduled"]);
  await setDefault(app, alice.user.id, first.networkUserId);
  expect((await random(0)).account.username).toBe("alice_other");
});

it("one's own words belong to the account they were written for, whatever becomes the default", async () => {
  const content = "Kestrels hover over the motorway.";
  const { id } = await writeTweet(app, { userId: alice.user.id, content, account: other.networkUserId });
  const sent = await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  expect(sent.account?.username).toBe("alice_other");
  expect(posts).toEqual([["alice_other", content]]);
});

describe("posting as another account", () => {
  const move = (n: number, account = other) =>
    postAs(app, { userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: account.networkUserId });

  it("moves a scheduled tweet with its moment, and says so in the journal", async () => {
    const { executeAt, reason } = await random(0);
    expect(await move(0)).toMatchObject({ state: "scheduled", dueAt: executeAt, momentReason: reason });
    expect(await readJournal(app, tweets[0]?.id ?? 0)).toMatchObject([
      { kind: "scheduled" },
      { kind: "account", detail: "@alice_other" },
    ]);
    await sendAll();
    expect(posts.map(([who]) => who)).toEqual(["alice_other"]);
  });

  it("gives a generated tweet an account of its own, once", async () => {
    await move(0, first);
    await move(0, first);
    expect(await journalOf(0)).toEqual(["account"]);
    await setDefault(app, alice.user.id, other.networkUserId);
    expect((await random(0)).account.username).toBe("alice_x");
  });

  it("is refused for an account that is paused, unlinked or somebody else's, and changes nothing", async () => {
    await random(0);
    await pauseAccount(app, alice.user.id, other.networkUserId);
    await expect(move(0)).rejects.toMatchObject({ code: "account_paused" });
    await unlink(app, alice.user.id, other.networkUserId);
    await expect(move(0)).rejects.toMatchObject({ code: "not_found" });
    expect(await accountOf(0)).toBe("alice_x");
    expect(await journalOf(0)).toEqual(["scheduled"]);
  });
});

describe("an account that is unlinked while", () => {
  it("a tweet is put on its timeline leaves nothing there, whichever of the two comes first by however little", async () => {
    const said = new Set<string>();
    const place = () =>
      addToTimeline(app, { ...as(0, other), timeZone: null }).then(
        () => void said.add("added"),
        () => void said.add("refused"),
      );
    const leave = () => unlink(app, alice.user.id, other.networkUserId);
    for (let turns = 0; turns < 60; turns += 1)
      for (const [first, second] of [
        [place, leave],
        [leave, place],
      ] as const) {
        const both = [first()];
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        both.push(second());
        await Promise.all(both);
        expect((await read(0)).state).toBe("pending");
        await linkAccount(app, alice, "alice_other");
      }
    expect([...said].sort()).toEqual(["added", "refused"]);
  });

  it.each([
    ["the network's rate limit is reached", answered(429)],
    ["the line is down", "not sent" as const],
    ["the network refuses its token", answered(401)],
    ["the app's credits are used up", answered(402)],
  ])("its tweet is being sent leaves the tweet pending where %s", async (_, fault) => {
    await scheduleAt(app, { ...as(0, other), executeAt: soon() });
    network.faults.push(fault);
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    app.clock.advance(minutes(1));
    const passing = pass();
    await expect.poll(async () => (await read(0)).state).toBe("publishing");
    await unlink(app, alice.user.id, other.networkUserId);
    release();
    await passing;
    expect(await read(0)).toMatchObject({ state: "pending", ownAccountId: null, dueAt: null });
    expect((await readJournal(app, tweets[0]?.id ?? 0)).at(-1)).toMatchObject({
      kind: "taken_off",
      detail: "The account was disconnected.",
    });
  });

  it("its tweet is claimed and waits for its moment leaves the tweet pending and unsent", async () => {
    await scheduleAt(app, { ...as(0, other), executeAt: soon() });
    app.clock.advance(minutes(1) - 100);
    const { started, done: resolved } = await publishDue(app);
    expect(started).toBe(1);
    await unlink(app, alice.user.id, other.networkUserId);
    app.clock.advance(100);
    await resolved;
    expect(network.handed).toEqual([]);
    expect(await read(0)).toMatchObject({ state: "pending", ownAccountId: null });
  });

  it("a person is asked about its tweet leaves the tweet pending where it is not out", async () => {
    await scheduleAt(app, { ...as(0, other), executeAt: soon() });
    network.faults.push("lost before");
    network.unreadable = true;
    app.clock.advance(minutes(1));
    await pass();
    for (let look = 0; look < 4; look += 1) {
      app.clock.advance(minutes(5));
      await reconcileDue(app);
    }
    await unlink(app, alice.user.id, other.networkUserId);
    const resolved = await resolve(app, { userId: alice.user.id, tweetId: tweets[0]?.id ?? 0, published: false });
    expect(resolved).toMatchObject({ state: "pending", ownAccountId: null });
    expect((await journalOf(0)).at(-1)).toBe("taken_off");
  });
});

it("an account that is paused while its tweet is being sent holds the tweet that comes back, and the journal says so", async () => {
  await scheduleAt(app, { ...as(0, other), executeAt: soon() });
  network.faults.push("not sent");
  let release = () => {};
  network.hold = new Promise((resolve) => (release = resolve));
  app.clock.advance(minutes(1));
  const passing = pass();
  await expect.poll(async () => (await read(0)).state).toBe("publishing");
  await pauseAccount(app, alice.user.id, other.networkUserId);
  release();
  await passing;
  expect(await read(0)).toMatchObject({ state: "scheduled", account: { pausedBecause: "paused" } });
  expect((await readJournal(app, tweets[0]?.id ?? 0)).at(-1)).toMatchObject({ kind: "waits", detail: "@alice_other" });
  app.clock.advance(seconds(3600));
  expect(await pass()).toBe(0);
  expect((await getTweet(app, alice.user.id, tweets[0]?.id ?? 0)).state).toBe("scheduled");
});
