// What the loaders of the timeline and of /generate show without a browser, to a guest and to a person.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addToTimeline } from "~/features/scheduling/scheduling.server";
import { pauseAccount, writeTweet } from "~/features/publishing/publishing.server";
import { loadGenerate } from "~/screens/generate/load.server";
import { loadTimeline } from "~/screens/timeline/load.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { answered, faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
let userId: string;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  alice = await atScreens(app, "alice");
  userId = alice.person.user.id;
});
afterEach(() => app?.close());

const guest = (path: string) => new Request(`http://localhost:3000${path}`, { headers: { host: "localhost:3000" } });

describe("/generate", () => {
  it("tells a guest that the hours are in UTC, as their zone is not known", async () => {
    const data = await loadGenerate({ request: guest("/generate"), context: {} });
    expect(data).toMatchObject({ zoneUnknown: true });
  });

  it("promises no further topics to who has asked about five and no more", async () => {
    for (let n = 0; n < 5; n += 1) await makeBatch(app, alice.person, alice.account, `topic ${n}`);
    const data = await loadGenerate({ request: alice.request("/generate"), context: {} });
    expect(data).toMatchObject({ hasMoreTopics: false });
  });
});

describe("the timeline", () => {
  it("gives a guest no page to write on", async () => {
    const { week } = await loadTimeline({ request: guest("/timeline?write=1"), context: {} });
    expect(week.writing).toBe(false);
  });

  it("misses a tweet that a person has not, and tells a guest of none", async () => {
    expect((await alice.timeline("/timeline?tweet=7")).week.missing).toBe(true);
    expect((await alice.timeline("/timeline")).week.missing).toBe(false);
    const { week } = await loadTimeline({ request: guest("/timeline?tweet=7"), context: {} });
    expect(week.missing).toBe(false);
  });

  it("offers a tweet no account that is held", async () => {
    const other = await linkAccount(app, alice.person, "alice_too");
    const { id } = await writeTweet(app, { userId, content: "Words", account: alice.account.networkUserId });
    const others = async () => {
      const { opened } = (await alice.timeline(`/timeline?tweet=${id}`)).week;
      return opened?.others.map(({ username }) => username);
    };
    expect(await others()).toEqual(["alice_too"]);
    await pauseAccount(app, userId, other.networkUserId);
    expect(await others()).toEqual([]);
  });

  it("shows no moment for a tweet that failed", async () => {
    const network = faulty(app.network);
    app.network = network;
    const { id } = await writeTweet(app, { userId, content: "Words", account: null });
    const { executeAt } = await addToTimeline(app, { userId, tweetId: id, account: null, timeZone: null });
    network.faults.push(answered(403, { title: "Forbidden", detail: "You may not." }));
    app.clock.set(executeAt);
    await sendDue(app);
    const { opened } = (await alice.timeline(`/timeline?tweet=${id}`)).week;
    expect(opened).toMatchObject({ tweet: { status: "failed", when: null }, moment: null });
  });

  it("asks nobody about their nights who has nothing that would go out at night in the new zone", async () => {
    const zone = { intent: "set-timezone", timezone: "Asia/Tokyo" };
    const came = await alice.act("/timeline?panel=settings", zone);
    expect(came).toMatchObject({ ok: true, message: "Time zone saved" });
  });
});
