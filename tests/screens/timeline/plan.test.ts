// Schedule all without a script: the plan that the address asks for, its form carried out as it was shown, and undone.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { addToTimeline, saveHours } from "~/features/scheduling/scheduling.server";
import { editTweet, pauseAccount, publishNow, unlink, writeTweet } from "~/features/publishing/publishing.server";
import { getTweet } from "~/features/tweets/tweets.server";
import type { Account } from "~/features/accounts/account";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { type Browser, browse, type Page } from "../support/browse";

let app: TestApp;
let alice: Person;
/** Not the default, and who the batch speaks as. */
let own: Account;
let asAlice: Browser;
let batchId: string;
let ids: number[];
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "off" } });
  app.random = Math.random;
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
  own = await linkAccount(app, alice, "alice_two");
  const tweets = await makeBatch(app, alice, own);
  ids = tweets.map(({ id }) => id);
  batchId = tweets[0]?.batchId ?? "";
  await app.db.updateTable("tweets").set({ account_id: own.id, account_is_own: 1 }).execute();
  asAlice = await browse(app, alice.sessionId);
});
afterEach(() => app.close());

const results = (query = "") => `/generate?batch=${batchId}${query}`;
const read = (id: number) => getTweet(app, alice.user.id, id);
const states = async () => Promise.all(ids.map(async (id) => (await read(id)).state));
/** What the plan's form would send, all of it ticked. */
const planIn = ({ html }: Page): string[] =>
  [...html.matchAll(/name="plan" [^>]*value="([^"]+)"/g)].map(([, one = ""]) => one);
const formOf = (plan: readonly string[], days = "7"): [string, string][] => [
  ["intent", "schedule-all"],
  ["do", "schedule"],
  ["days", days],
  ...plan.map((value): [string, string] => ["plan", value]),
];
const show = async (query = "&schedule=7") => asAlice.get(results(query));
const confirm = (plan: readonly string[], days?: string) => asAlice.post(results("&schedule=7"), formOf(plan, days));

/** The form that the message on the next page offers. */
async function undo(page: Page): Promise<Page> {
  const shown = await asAlice.get(page.to ?? "");
  const placed = /name="placed" value="([^"]*)"/.exec(shown.html)?.[1] ?? "";
  return asAlice.post(results(), { intent: "schedule-all", do: "undo", placed });
}
const told = async (page: Page): Promise<string> => (await asAlice.get(page.to ?? "")).html;

it("the results offer it where something is open, and say how many are where not all are", async () => {
  expect((await asAlice.get(results())).main).toContain("Schedule all…");
  await addToTimeline(app, { userId: alice.user.id, tweetId: ids[0] ?? 0, account: null, timeZone: null });
  expect((await asAlice.get(results())).main).toContain("Schedule 4 pending…");
  for (const tweetId of ids.slice(1))
    await addToTimeline(app, { userId: alice.user.id, tweetId, account: null, timeZone: null });
  expect((await asAlice.get(results())).main).not.toMatch(/Schedule (all|the)/);
  const { over } = await show();
  expect(over).toContain("Nothing to schedule");
  expect(planIn(await show())).toEqual([]);
});

it("shows each with its moment, account and price, writes nothing, and stores what was shown", async () => {
  const page = await show();
  const plan = planIn(page);
  expect(plan).toHaveLength(5);
  expect(page.over).toContain("Schedule 5 tweets");
  expect(page.over).toContain("@alice_two");
  expect(page.over).not.toContain("@alice_x");
  expect(page.over).toContain("All 5: about $0.075 on X, free in the sandbox.");
  expect(page.over).toContain("outside your quiet hours, 23:00–07:00, up to 50 a day, at least 1 minute apart.");
  expect(await states()).toEqual(Array(5).fill("pending"));
  const done = await confirm(plan);
  expect([done.status, done.to]).toEqual([303, results()]);
  for (const value of plan) {
    const [id, at] = value.split(".").map(Number);
    const tweet = await read(id ?? 0);
    expect(tweet).toMatchObject({ state: "scheduled", dueAt: at });
    expect(tweet.account?.id).toBe(own.id);
  }
  expect(await told(done)).toMatch(/5 tweets scheduled from .+ to .+\./);
});

it("is taken back by the one Undo, and what was moved since stays", async () => {
  const done = await confirm(planIn(await show()));
  await addToTimeline(app, { userId: alice.user.id, tweetId: ids[1] ?? 0, account: null, timeZone: null });
  const back = await undo(done);
  expect(await told(back)).toContain("4 tweets unscheduled. The others have changed since.");
  expect(await states()).toEqual(["pending", "scheduled", "pending", "pending", "pending"]);
  const again = await asAlice.post(results(), { intent: "schedule-all", do: "undo", placed: "1.2" });
  expect(await told(again)).toContain("Nothing to undo");
});

it("those that were not ticked stay, and with none ticked it says so", async () => {
  const plan = planIn(await show());
  const done = await confirm(plan.slice(2, 3));
  expect(await told(done)).toMatch(/1 tweet scheduled for /);
  expect((await states()).filter((state) => state === "scheduled")).toHaveLength(1);
  const none = await confirm([]);
  expect(none.status).toBe(422);
  expect(none.over).toContain("Select at least one tweet.");
});

describe("between plan and press", () => {
  it.each<[string, (id: number) => Promise<unknown>, string]>([
    [
      "edited",
      (tweetId) => editTweet(app, { userId: alice.user.id, tweetId, content: "Other words https://linnet.example" }),
      "The text has changed since the plan was shown.",
    ],
    [
      "sent",
      (tweetId) => publishNow(app, { userId: alice.user.id, tweetId, account: own.networkUserId }),
      "This tweet is already posting or posted.",
    ],
    [
      "discarded",
      (tweetId) => moveToTrash(app, { userId: alice.user.id, tweetId }),
      "This tweet is in Trash. Restore it first.",
    ],
    [
      "deleted",
      async (tweetId) => {
        await moveToTrash(app, { userId: alice.user.id, tweetId });
        await app.db.deleteFrom("tweet_events").execute();
        await app.db.deleteFrom("tweets").where("id", "=", tweetId).execute();
      },
      "Tweet not found.",
    ],
  ])("a tweet that was %s is left out by name, the others are scheduled", async (_, act, reason) => {
    const plan = planIn(await show());
    await act(ids[2] ?? 0);
    const html = await told(await confirm(plan));
    expect(html).toContain("4 tweets scheduled");
    expect(html).toContain(`1 tweet skipped: ${reason}`);
  });

  it("pressed in a second tab too, the second says that nothing was done", async () => {
    const [one, two] = [planIn(await show()), planIn(await show())];
    await confirm(one);
    const before = await Promise.all(ids.map(read));
    const again = await confirm(two);
    expect(again.status).toBe(409);
    expect(again.over).toContain("Nothing was scheduled. 5 tweets skipped: This tweet is already posting or posted.");
    expect(await Promise.all(ids.map(read))).toEqual(before);
  });

  it("a moment that was taken is drawn anew, and is told", async () => {
    const plan = planIn(await show());
    const [, at = ""] = plan[0]?.split(".") ?? [];
    const taken = await writeTweet(app, {
      userId: alice.user.id,
      content: "Quite another",
      account: own.networkUserId,
    });
    await app.db
      .updateTable("tweets")
      .set({ state: "scheduled", publish_type: "scheduled", due_at: Number(at) + 1_000 })
      .where("id", "=", taken.id)
      .execute();
    expect(await told(await confirm(plan))).toContain("1 tweet moved to another time");
  });

  it("an account that was unlinked takes nothing along", async () => {
    const plan = planIn(await show());
    await unlink(app, alice.user.id, own.networkUserId);
    const came = await confirm(plan);
    expect(came.status).toBe(409);
    expect(await states()).toEqual(Array(5).fill("pending"));
  });
});

it("where the days have too little room it says for how many, and offers more days", async () => {
  await saveHours(app, { userId: alice.user.id, account: own.networkUserId, hours: { postsADay: 1 } });
  const page = await show("&schedule=3");
  expect(page.over).toContain("Only 3 of 5 fit in these days.");
  expect(page.over).toContain("Try 7 days");
  expect(page.over.match(/No room in these days/g)).toHaveLength(2);
  expect(planIn(page)).toHaveLength(3);
  expect((await show("&schedule=30")).over).not.toContain("fit in these days");
});

it("what can't be sent is not planned, and says why", async () => {
  await pauseAccount(app, alice.user.id, own.networkUserId);
  const { over } = await show();
  expect(over).toContain("@alice_two is paused. Resume the account under Linked accounts first.");
  expect(planIn(await show())).toEqual([]);
});

it.each([
  ["", "7"],
  ["0", "1"],
  ["99", "30"],
  ["tea", "7"],
  ["2.7", "2"],
])("for %j days in the address it plans %s", async (typed, days) => {
  const { html } = await show(`&schedule=${typed}`);
  expect(html).toContain(`name="days" value="${days}"`);
});

it("fields that no form of ours sends change nothing", async () => {
  const [first = ""] = planIn(await show());
  for (const plan of [[`${first}x`], [first, "1.2.3"], [first.replace(/\.\d+\./, ".-1.")]])
    expect((await confirm(plan)).status).toBe(422);
  expect((await confirm([first], "99")).status).toBe(422);
  expect((await asAlice.post(results(), { intent: "schedule-all", do: "constructor" })).status).toBe(422);
  expect(await states()).toEqual(Array(5).fill("pending"));
});

it("a guest and another person see no plan, and another's press schedules nothing", async () => {
  const plan = planIn(await show());
  const bob = await makePerson(app, "bob");
  await linkAccount(app, bob, "bob_x");
  const asBob = await browse(app, bob.sessionId);
  const guest = await browse(app, null);
  for (const who of [asBob, guest]) expect(planIn(await who.get(results("&schedule=7")))).toEqual([]);
  expect(planIn(await asBob.get(`/ideas?schedule=7&chosen=${ids.join(",")}`))).toEqual([]);
  expect((await asBob.post("/ideas", formOf(plan))).status).toBe(409);
  expect((await guest.post("/ideas", formOf(plan))).status).toBe(401);
  expect(await states()).toEqual(Array(5).fill("pending"));
});

describe("of ticked ideas", () => {
  const choose = (chosen: readonly number[]) =>
    asAlice.post("/ideas?q=a", [
      ["intent", "ideas"],
      ["do", "schedule"],
      ...chosen.map((id): [string, string] => ["tweetId", String(id)]),
    ]);

  it("the press leads to the plan for these alone, and its confirmation back to the list", async () => {
    const asked = await choose([ids[1] ?? 0, ids[3] ?? 0]);
    expect(asked.to).toBe(`/ideas?q=a&schedule=7&chosen=${ids[1]}%2C${ids[3]}`);
    const page = await asAlice.get(asked.to ?? "");
    expect(
      planIn(page)
        .map((value) => Number(value.split(".")[0]))
        .toSorted(),
    ).toEqual([ids[1], ids[3]]);
    const done = await asAlice.post(asked.to ?? "", formOf(planIn(page)));
    expect(done.to).toBe("/ideas?q=a");
    expect(await states()).toEqual(["pending", "scheduled", "pending", "scheduled", "pending"]);
  });

  it("what is not open is shown with why", async () => {
    const [failed = 0, trashed = 0, out = 0, open = 0] = ids;
    await app.db.updateTable("tweets").set({ state: "failed", error: "Refused" }).where("id", "=", failed).execute();
    await moveToTrash(app, { userId: alice.user.id, tweetId: trashed });
    await addToTimeline(app, { userId: alice.user.id, tweetId: out, account: null, timeZone: null });
    const page = await asAlice.get(`/ideas?schedule=7&chosen=${failed},${trashed},${out},${open},99999`);
    for (const words of [
      "This tweet failed. Retry or dismiss it",
      "This tweet is in Trash.",
      "This tweet is already posting",
    ])
      expect(page.over).toContain(words);
    expect(planIn(page)).toHaveLength(1);
  });

  it.each([
    [[], "Select at least one draft."],
    [Array.from({ length: 51 }, (_, n) => n + 1), "Select up to 50 drafts at a time."],
  ])("with too few or too many it says so", async (chosen, sentence) => {
    const page = await choose(chosen);
    expect([page.status, page.main]).toEqual([422, expect.stringContaining(sentence)]);
  });
});

it("fifty scheduled at once are told and taken back by one press", async () => {
  const chosen: number[] = [];
  for (let n = 0; n < 50; n += 1)
    chosen.push(
      (await writeTweet(app, { userId: alice.user.id, content: `tea no. ${n} of many`, account: own.networkUserId }))
        .id,
    );
  const page = await asAlice.get(`/ideas?schedule=30&chosen=${chosen.join(",")}`);
  expect(planIn(page)).toHaveLength(50);
  const done = await asAlice.post("/ideas", formOf(planIn(page), "30"));
  expect(String(done.headers["set-cookie"]).length).toBeLessThan(4_096);
  const back = await undo(done);
  expect(await told(back)).toContain("50 tweets unscheduled");
});
