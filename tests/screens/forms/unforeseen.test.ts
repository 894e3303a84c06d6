// What nobody foresaw, on the screens and over the API: each act and each call in the catalogue's own words.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { analyse } from "~/features/analysis/analysis.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { issueKey } from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { origin } from "~tests/support/calls/client";
import { createRouter } from "~tests/support/calls/router";
import { type AtScreens, atScreens } from "../support/acting";

let app: TestApp;
let alice: AtScreens;
let ids: { accountId: string; tweetId: string; analysisId: string };
beforeEach(async () => {
  app = await createTestApp();
  alice = await atScreens(app, "alice");
  const userId = alice.person.user.id;
  const tweet = await writeTweet(app, { userId, content: "A linnet sings", account: null });
  const analysis = await analyse(app, userId, "A booking page for small sailing schools");
  ids = { accountId: alice.account.networkUserId, tweetId: String(tweet.id), analysisId: String(analysis.id) };
});
afterEach(() => app?.close());

/** A table is gone, as on a broken disk. */
async function lose(table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to gone`.execute(app.db);
}

const faultsLogged = (): number => app.logged.filter(({ level }) => level === "error").length;

it.each([
  ["/timeline", "sign-in", "users", "Login failed"],
  ["/timeline", "create-account", "users", "Registration failed"],
  ["/timeline", "change-password", "users", "Couldn’t change your password. Try again."],
  ["/timeline", "sign-out-everywhere", "users", "Couldn’t sign you out everywhere. Try again."],
  ["/timeline", "delete-my-account", "users", "Couldn’t delete your account. Try again."],
  ["/timeline?panel=sidebar", "set-default", "accounts", "设置默认账户失败"],
  ["/timeline?panel=sidebar", "delete-account-link", "accounts", "删除账户失败"],
  ["/generate", "generate", "generation_tasks", "Failed to generate tweets"],
  ["/timeline", "post-now", "attempts", "Publishing failed"],
  ["/product-analyse", "analyse", "analyses", "分析失败，请重试"],
  ["/product-analyse", "start-bot", "bots", "Failed to start bot"],
  ["/product-analyse", "stop-bot", "bots", "Failed to stop bot"],
])("on %s, %s that loses %s says %s", async (path, intent, table, error) => {
  await lose(table);
  const typed = { topic: "bees", content: "A page", email: "new@linnet.example", password: "perch on a wire 7" };
  expect(await alice.act(path, { intent, ...ids, ...typed })).toMatchObject({ ok: false, intent, error });
  expect(faultsLogged()).toBeGreaterThan(0);
});

it.each([
  ["GET", "/api/twitter/accounts/list", "accounts", "获取账户列表失败"],
  ["POST", "/api/questions/submit-gemini", "generation_tasks", "Failed to generate tweets"],
  ["POST", "/api/bots/content-analysis/analyze", "analyses", "分析失败，请重试"],
  ["GET", "/api/bots/content-analysis/bot-status/{user_id}", "bots", "Failed to get active bots"],
  ["GET", "/api/bots/content-analysis/list/{user_id}", "analyses", "Failed to get all bots"],
  ["POST", "/api/users/login", "users", "Login failed, please try again"],
  ["POST", "/api/users/register", "users", "Registration failed, please try again"],
])("%s %s that loses %s answers %s", async (method, template, table, error) => {
  const { id } = alice.person.user;
  const key = await issueKey(app, id, null);
  const route = await createRouter();
  await lose(table);
  const ask = { question: "bees", content: "A page", email: "new@linnet.example", password: "perch on a wire 7" };
  const headers = { host: "localhost:3000", "content-type": "application/json" };
  const named = template.includes("/users/") ? headers : { ...headers, authorization: `Bearer ${key}` };
  const body = method === "GET" ? null : JSON.stringify(ask);
  const request = new Request(`${origin}${template.replace("{user_id}", id)}`, { method, headers: named, body });
  const answer = await route(request);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ success: false, error, detail: error, code: "unforeseen" });
  expect(faultsLogged()).toBe(1);
});

it("who has no default account is asked to choose one, and keeps the topic", async () => {
  await app.db.updateTable("accounts").set({ is_default: 0 }).execute();
  expect(await alice.act("/generate", { intent: "generate", topic: "bees" })).toMatchObject({
    ok: false,
    error: "请在用户菜单中设置一个默认Twitter账户",
    values: { topic: "bees" },
  });
});
