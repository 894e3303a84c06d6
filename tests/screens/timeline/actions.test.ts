// The forms of a tweet: each does its one thing, and what goes wrong comes back as a sentence with what was typed.
import type { IdeasData } from "~/screens/ideas/to-view.server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { reconcileDue } from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { setTimezone } from "~/features/users/users.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { weigh } from "~/features/tweets/text.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { makeBatch } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let network: FaultyNetwork;
let alice: AtScreens;
let tweet: Tweet;
beforeEach(async () => {
  app = await createTestApp();
  network = faulty(chooseNetwork({ ...app, weigh }));
  app.network = network;
  alice = await atScreens(app, "alice");
  await setTimezone(app, alice.person.user.id, "Europe/Berlin");
  [tweet] = (await makeBatch(app, alice.person, alice.account)) as [Tweet];
});
afterEach(() => app?.close());

const now = () => getTweet(app, alice.person.user.id, tweet.id);
const act = (intent: string, fields: Record<string, string> = {}, how?: { document?: boolean }) =>
  alice.act(`/timeline?tweet=${tweet.id}`, { intent, tweetId: String(tweet.id), ...fields }, how);
const opened = async () => (await alice.timeline(`/timeline?tweet=${tweet.id}`)).week.opened;

async function passTo(at: number): Promise<void> {
  app.clock.advance(at - app.clock.now());
  await sendDue(app);
}

/** Scheduled, due, and refused by the network. */
async function fail(): Promise<void> {
  await act("schedule-at", { moment: "2026-11-19T12:00" });
  network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
  await passTo(Date.parse("2026-11-19T11:00:00Z"));
}

/** Sent, its answer lost, and the account's posts not to be read. */
async function loseSight(): Promise<void> {
  await act("schedule-at", { moment: "2026-11-19T12:00" });
  network.faults.push("lost after");
  network.unreadable = true;
  await passTo(Date.parse("2026-11-19T11:00:00Z"));
  for (let look = 0; look < 3; look += 1) {
    app.clock.advance(minutes(5));
    await reconcileDue(app);
  }
}

describe("an exact time", () => {
  it("is read on the clock of the person's place", async () => {
    expect(await act("schedule-at", { moment: "2026-11-19T20:42" })).toMatchObject({ ok: true });
    expect(await now()).toMatchObject({
      state: "scheduled",
      dueAt: Date.parse("2026-11-19T19:42:00Z"),
      momentReason: null,
    });
    const shown = await opened();
    expect(shown?.tweet.when).toBe("Today, 20:42");
    expect(shown?.choice).toMatchObject({ city: "Berlin", value: "2026-11-19T20:42", earliest: "2026-11-19T11:18" });
    expect(shown?.journal.map((line) => line.text)).toEqual(["Scheduled. You picked Thu, Nov 19, 20:42, Berlin time."]);
  });

  it("that the clock jumps over is the moment it lands, and one shown twice the earlier", async () => {
    await act("schedule-at", { moment: "2027-03-28T02:30" });
    expect((await now()).dueAt).toBe(Date.parse("2027-03-28T01:00:00Z"));
    await act("schedule-at", { moment: "2027-10-31T02:30" });
    expect((await now()).dueAt).toBe(Date.parse("2027-10-31T00:30:00Z"));
  });

  it.each([
    ["", "Choose a date and a time."],
    ["2026-02-30T10:00", "Choose a date and a time."],
    ["2026-11-19T10:00", "Choose a time in the future."],
    ["2028-01-01T10:00", "Choose a time within a year."],
  ])("%j is refused, and comes back as typed", async (moment, error) => {
    const came = await act("schedule-at", { moment });
    expect(came).toMatchObject({ ok: false, intent: "schedule-at", error, values: { moment } });
    expect((await now()).state).toBe("pending");
  });

  it("can be chosen for a tweet that failed, which then needs no attention any more", async () => {
    await fail();
    expect(await alice.attention()).toMatchObject({ text: "1 tweet failed." });
    await act("schedule-at", { moment: "2026-11-19T20:42" });
    expect((await now()).state).toBe("scheduled");
    expect(await alice.attention()).toBeNull();
  });
});

describe("another random time", () => {
  it("is drawn for a tweet that has one, and the journal says so", async () => {
    await act("add-to-timeline");
    const first = (await now()).dueAt;
    await act("add-to-timeline");
    expect((await now()).dueAt).not.toBe(first);
    expect((await opened())?.journal.at(-1)?.text).toMatch(/^Moved to another time\. Picked at random between/);
  });
});

describe("changing the words", () => {
  it("leads back to the tweet, and keeps its moment", async () => {
    await act("schedule-at", { moment: "2026-11-19T20:42" });
    const path = `/timeline?week=0&tweet=${tweet.id}&edit=1`;
    const fields = { intent: "edit-tweet", tweetId: String(tweet.id), content: " Other words\nin two lines " };
    expect(await alice.act(path, fields)).toEqual({ to: `/timeline?week=0&tweet=${tweet.id}` });
    expect(await now()).toMatchObject({ content: " Other words\nin two lines ", state: "scheduled" });
  });

  it("has line breaks of one character, however the form sends them", async () => {
    await act("edit-tweet", { content: "one\r\ntwo\rthree\n\r\nfour" });
    expect((await now()).content).toBe("one\ntwo\nthree\n\nfour");
  });

  it.each([
    ["", "Write something first."],
    ["a".repeat(291), "11 characters over the limit (291 of 280)."],
  ])("is refused where they are no tweet, and they come back", async (content, error) => {
    const came = await act("edit-tweet", { content });
    expect(came).toMatchObject({ ok: false, intent: "edit-tweet", error, values: { content } });
    expect((await now()).content).toBe(tweet.content);
  });

  it("is refused once the tweet is out", async () => {
    await act("post-now");
    expect(await act("edit-tweet", { content: "Other words" })).toMatchObject({
      error: "This tweet is already posting or posted, so it can’t be changed.",
    });
    const { week } = await alice.timeline(`/timeline?tweet=${tweet.id}&edit=1`);
    expect(week.opened).toMatchObject({ editable: false });
  });

  it("begins with what the browser could not weigh by itself", async () => {
    await act("edit-tweet", { content: "Read https://linnet.com/a and x.co ❤️" });
    const { week } = await alice.timeline(`/timeline?tweet=${tweet.id}&edit=1`);
    expect(week.opened?.editing?.known).toEqual([
      [" https://linnet.com/a", { weight: 24, hasLink: true }],
      [" x.co", { weight: 24, hasLink: true }],
      ["❤️", { weight: 2, hasLink: false }],
    ]);
  });
});

const ideasIn = ({ days }: IdeasData) => days.flatMap(({ ideas }) => ideas);

describe("writing one's own", () => {
  const write = (content: string) => alice.act("/timeline?week=1&write=1", { intent: "write-tweet", content });

  it("leads to the new tweet, which is pending and listed until it is on its way", async () => {
    const came = await write("My own words");
    const to = "to" in came ? came.to : "";
    expect(to).toMatch(/^\/timeline\?week=1&tweet=\d+$/);
    const { week } = await alice.timeline(to);
    expect(week.opened).toMatchObject({
      tweet: { content: "My own words", status: "pending" },
      editable: true,
      journal: [],
    });
    const [first] = ideasIn(await alice.ideas());
    const id = first?.tweet.id;
    expect(first).toMatchObject({
      from: "Your own text",
      tweet: { id: week.opened?.tweet.id, content: "My own words" },
    });
    expect((await alice.timeline()).ideas).toBe("6 drafts not scheduled.");
    await alice.act(to, { intent: "add-to-timeline", tweetId: String(id) });
    expect(ideasIn(await alice.ideas()).map(({ tweet }) => tweet.id)).not.toContain(id);
    expect((await alice.timeline()).ideas).toBe("5 drafts not scheduled.");
  });

  it("is refused where it is empty, and what was typed comes back", async () => {
    expect(await write(" \n")).toMatchObject({ error: "Write something first.", values: { content: " \n" } });
    expect((await alice.timeline("/timeline?write=1")).week.writing).toBe(true);
  });

  it("lists nobody else's", async () => {
    await write("My own words");
    const bob = await atScreens(app, "bob");
    expect(await bob.ideas()).toMatchObject({ days: [], unsent: "0" });
  });
});

describe("a tweet that failed", () => {
  it("can be dismissed: it is pending, can be changed, and needs no attention any more", async () => {
    await fail();
    expect(await opened()).toMatchObject({ needsAttention: true, editable: false, tweet: { status: "failed" } });
    expect(await act("dismiss")).toMatchObject({ ok: true });
    expect(await now()).toMatchObject({ state: "pending", error: null, dueAt: null });
    expect(await alice.attention()).toBeNull();
    const shown = await opened();
    expect(shown).toMatchObject({ needsAttention: false, editable: true });
    expect(shown?.journal.map((line) => line.text)).toEqual([
      "Scheduled. You picked Thu, Nov 19, 12:00, Berlin time.",
      "Sent to the sandbox.",
      "Failed: You may not.",
      "Dismissed.",
    ]);
  });

  it("is the only one that can be dismissed", async () => {
    expect(await act("dismiss")).toMatchObject({ ok: false, error: "This tweet hasn’t failed." });
  });

  it("is where the notice leads, in its own week", async () => {
    await fail();
    expect(await alice.attention()).toEqual({ text: "1 tweet failed.", tweetHref: `/timeline?tweet=${tweet.id}` });
    app.clock.advance(hours(24 * 8));
    expect(await alice.attention()).toMatchObject({ tweetHref: `/timeline?week=-1&tweet=${tweet.id}` });
    app.clock.advance(hours(24 * 8));
    expect(await alice.attention()).toBeNull();
  });
});

describe("a lost answer", () => {
  it("asks the person, who says that it is out", async () => {
    await loseSight();
    expect(await alice.attention()).toMatchObject({ text: "1 tweet needs your confirmation." });
    expect(await opened()).toMatchObject({
      needsAttention: true,
      tweet: { needsConfirmation: true, isUnknown: true },
      choice: null,
    });
    expect(await act("resolve", { published: "true" })).toMatchObject({ ok: true });
    expect((await now()).state).toBe("published");
    expect(await alice.attention()).toBeNull();
    expect((await opened())?.journal.at(-1)).toMatchObject({ text: "You confirmed it’s posted.", tone: "good" });
  });

  it("goes out once more where the person says that it isn't", async () => {
    await loseSight();
    await act("resolve", { published: "false" });
    expect((await now()).state).toBe("scheduled");
  });

  it("is not settled by anything else, nor twice", async () => {
    await loseSight();
    for (const published of ["", "yes"])
      expect(await act("resolve", { published })).toMatchObject({ error: "Choose whether it was posted." });
    await act("resolve", { published: "true" });
    expect(await act("resolve", { published: "false" })).toMatchObject({
      error: "This tweet doesn’t need your confirmation.",
    });
  });
});

describe("a form of a tweet", () => {
  it("without a script comes back to the same view", async () => {
    const came = await act("schedule-at", { moment: "2026-11-19T20:42" }, { document: true });
    expect(came).toEqual({ to: `/timeline?tweet=${tweet.id}` });
  });

  it.each(["post-now", "take-back", "add-to-timeline", "take-off", "schedule-at", "dismiss", "resolve", "edit-tweet"])(
    "%s does nothing to another's tweet",
    async (intent) => {
      const bob = await atScreens(app, "bob");
      const fields = {
        intent,
        tweetId: String(tweet.id),
        moment: "2026-11-19T20:42",
        published: "true",
        content: "Mine",
      };
      expect(await bob.act("/timeline", fields)).toMatchObject({ ok: false, error: "Tweet not found." });
      expect(await now()).toMatchObject({ state: "pending", content: tweet.content });
      expect((await bob.timeline(`/timeline?tweet=${tweet.id}`)).week.opened).toBeNull();
    },
  );
});
