// On a server that posts to a fake X: what goes wrong is told on every page, explained in the journal, and put right.
import { join } from "node:path";
import { Sqlite3 } from "../../../db/sqlite/driver.server";
import { finishLink, newHandle, type Visitor, writeTweets } from "../../support/people/browser";
import { type FakeX, faults, startFakeX } from "../../support/fakes/fake-x";
import { type BuiltServer, eventually, startServer } from "../../support/server";
import { expect, test as base } from "../support/fixtures";
import * as at from "../support/places";

interface OnX {
  x: FakeX;
  server: BuiltServer;
}

const test = base.extend<object, { onX: OnX }>({
  onX: [
    async ({}, provide) => {
      const x = await startFakeX();
      const keys = { X_API_KEY: x.rules.apiKey, X_API_SECRET: x.rules.apiSecret, X_API_ORIGIN: x.origin };
      const soon = { SCHEDULE_WINDOW_HOURS: "0.0003-0.0005", QUIET_HOURS: "none", MIN_GAP_SECONDS: "0" };
      const server = await startServer({
        env: { ...keys, ...soon, REGISTRATION: "open", RECONCILE_AFTER_SECONDS: "600" },
      });
      await provide({ x, server });
      await server.close();
      await x.close();
    },
    { scope: "worker" },
  ],
  server: async ({ onX }, provide) => provide(onX.server),
});

/** With an account at the fake X; answers X's id of it. */
async function linkAtX(visitor: Visitor, x: FakeX): Promise<string> {
  const consent = await visitor.send("/accounts/connect");
  const token = new URL(consent.headers.get("location") ?? "").searchParams.get("oauth_token") ?? "";
  await finishLink(visitor, x.consentUrl(token, newHandle("alice")));
  type Accounts = { accounts: { twitter_user_id: string }[] };
  return (await visitor.call<Accounts>("GET", "/api/twitter/accounts/list")).body.accounts[0]?.twitter_user_id ?? "";
}

/** A tweet of hers that went out by the timeline, or was to. */
async function scheduleOne(visitor: Visitor): Promise<{ id: number; words: string }> {
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const [tweet] = tweets;
  if (!tweet) throw new Error("No tweets were written");
  const answer = await visitor.call("POST", `/api/questions/publish-random-auto/${tweet.id}`, {});
  expect(answer.status).toBe(200);
  return { id: tweet.id, words: tweet.tweet_content };
}

const stateOf = (server: BuiltServer, id: number): unknown => {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"), { readonly: true });
  try {
    return db.prepare("select state from tweets where id = ?").pluck().get(id);
  } finally {
    db.close();
  }
};

const refusal = faults.status(403, { body: { title: "Forbidden", detail: "You are not permitted to do this." } });

for (const { button, title } of [
  { button: "Dismiss", title: "Not posted yet" },
  { button: "Retry", title: /^Published today/ },
  { button: "Pick another random time", title: /^(Scheduled for|Publishing|Published) ?/ },
])
  test(`a scheduled tweet that X refused is told on every page until "${button}"`, async ({ page, arrive, onX }) => {
    const { visitor } = await arrive("alice", { linked: false });
    await linkAtX(visitor, onX.x);
    onX.x.failNext(refusal);
    const { id, words } = await scheduleOne(visitor);
    await eventually("it has failed", () => stateOf(onX.server, id) === "failed");

    for (const address of ["/generate", "/bot", "/strategy"]) {
      await page.goto(address);
      await expect(page.getByRole("note").filter({ hasText: "1 tweet failed." })).toBeVisible();
    }
    await page.getByRole("link", { name: "View tweet" }).click();
    const detail = at.dialog(page, "Publishing failed");
    await expect(detail).toContainText(words);
    const journal = detail.getByRole("listitem");
    await expect(journal).toHaveText([/Scheduled/, /Sent to X\./, /Failed: You are not permitted to do this\./]);
    await expect(journal.last()).toBeVisible();

    await detail.getByRole("button", { name: button }).click();
    await expect(at.dialog(page, title)).toBeVisible();
    // The page says so as soon as the button is pressed; the next one is to be made after the server knows.
    await eventually("it is taken", () => stateOf(onX.server, id) !== "failed");
    await page.goto("/generate");
    await expect(page.getByText("1 tweet failed.")).toHaveCount(0);
    // What goes out later would meet what the next test has in store.
    if (button !== "Dismiss") await eventually("it is out", () => stateOf(onX.server, id) === "published");
  });

for (const { button, title } of [
  { button: "Yes, it’s posted", title: /^Published today/ },
  { button: "No, it isn’t", title: /^(Scheduled for|Publishing|Published) ?/ },
])
  test(`a lost answer asks, and the person says: ${button}`, async ({ page, arrive, onX }) => {
    const { visitor } = await arrive("alice", { linked: false });
    const xId = await linkAtX(visitor, onX.x);
    onX.x.failNext(button === "Yes, it’s posted" ? faults.dropAfter : faults.resetBefore);
    const { id, words } = await scheduleOne(visitor);
    await eventually("the answer is lost", () => stateOf(onX.server, id) === "unknown");
    await page.goto(`/timeline?tweet=${id}`);
    await expect(at.dialog(page, "Checking…")).toContainText("won’t post it twice");
    // As it stands after three looks that could not see, which take minutes.
    const db = new Sqlite3(join(onX.server.dataDir, "linnet.db"));
    db.prepare("update tweets set error_code = 'needs_confirmation' where id = ?").run(id);
    db.close();

    await page.goto("/generate");
    await expect(page.getByText("1 tweet needs your confirmation.")).toBeVisible();
    await page.getByRole("link", { name: "View tweet" }).click();
    const detail = at.dialog(page, "Is this tweet on X?");
    await expect(detail.getByRole("listitem").last()).toContainText("X didn’t confirm.");
    await detail.getByRole("button", { name: button }).click();
    await expect(at.dialog(page, title)).toBeVisible();
    await eventually("it is out", () => stateOf(onX.server, id) === "published");
    expect(onX.x.posts.filter(({ userId }) => userId === xId).map(({ text }) => text)).toEqual([words]);
  });
