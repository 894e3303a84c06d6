// On a server that breaks at one thing: what can't be done says so in the specification's words, and the rest goes on.
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Sqlite3 } from "../../../db/sqlite/driver.server";
import { type FakeX, startFakeX } from "../../support/fakes/fake-x";
import { type BuiltServer, startServer } from "../../support/server";
import { expect, test as base } from "../support/fixtures";
import * as at from "../support/places";

const test = base.extend<object, { own: BuiltServer }>({
  own: [
    async ({}, provide) => {
      const server = await startServer();
      await provide(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  server: async ({ own }, provide) => provide(own),
});
test.describe.configure({ mode: "default" });

function run(server: BuiltServer, statements: string): void {
  const db = new Sqlite3(join(server.dataDir, "linnet.db"));
  db.pragma("busy_timeout = 5000");
  db.exec(statements);
  db.close();
}

/** Takes a table away, as on a broken disk; answers what brings it back. */
function lose(server: BuiltServer, table: string): () => void {
  run(server, `alter table ${table} rename to gone`);
  return () => run(server, `alter table gone rename to ${table}`);
}

/** The accounts can be read but not changed; answers what mends that. */
function freezeAccounts(server: BuiltServer): () => void {
  const verbs = ["update", "delete"];
  const freeze = (verb: string) =>
    `create trigger no_${verb} before ${verb} on accounts begin select raise(abort, 'frozen'); end;`;
  run(server, verbs.map(freeze).join(""));
  return () => run(server, verbs.map((verb) => `drop trigger no_${verb};`).join(""));
}

const panel = (page: Page) => page.getByRole("dialog");

test("accounts that can't be read are told in the panel and on the page, which shows the rest", async ({
  page,
  arrive,
  server,
  complaints,
}) => {
  complaints.allowLogged(/./);
  const { visitor, handle } = await arrive("alice");
  // The browser tells its zone all the same, and again; of one that is hers it has not the page read anew before she tries.
  complaints.expect(500);
  await visitor.call("POST", `/api/questions/set-timezone/${visitor.userId}?timezone=UTC&chosen=true`, {});
  const restore = lose(server, "accounts");
  await page.goto("/strategy?panel=sidebar");
  await expect(panel(page).getByRole("alert")).toContainText("获取账户列表失败");
  await panel(page).getByRole("link", { name: "Close" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "加载Twitter账户失败" });
  await expect(notice).toBeVisible();
  await expect(page.getByRole("heading", { name: "Strategy", exact: true })).toBeVisible();
  // The page below the panel was there all the time: only now is it read again, and nothing reads it once more.
  await expect(page).toHaveURL(/\/strategy$/);
  restore();
  await notice.getByRole("link", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(panel(page)).toContainText(`@${handle}`);
});

test("a page that can't be read says so, and never to do once more what may be done", async ({
  page,
  arrive,
  server,
  complaints,
}) => {
  complaints.expect(500);
  complaints.allow(/Unexpected Server Error/);
  complaints.allowLogged(/./);
  await arrive("alice");
  const restore = lose(server, "tweets");
  await page.goto("/timeline");
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/try again|browser/i);
  restore();
  await page.getByRole("link", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { name: "Twitter Publishing Timeline" })).toBeVisible();
});

test("an account that can't be taken off says so in the question itself", async ({
  page,
  arrive,
  server,
  complaints,
}) => {
  complaints.expect(500);
  complaints.allowLogged(/./);
  const { handle } = await arrive("alice");
  await page.goto("/strategy?panel=sidebar");
  await panel(page)
    .getByRole("link", { name: `Delete @${handle}` })
    .click();
  const question = at.dialog(page, `@${handle}`);
  await expect(question).toBeVisible();
  const restore = freezeAccounts(server);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByRole("alert")).toContainText("删除账户失败");
  restore();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(panel(page)).toContainText("Linked accounts");
  await expect(panel(page)).not.toContainText(`@${handle}`);
});

test("a link that can't be made says so, on the page that it was asked on", async ({
  page,
  arrive,
  server,
  complaints,
}) => {
  complaints.allowLogged(/./);
  await arrive("alice", { linked: false });
  await page.goto("/generate");
  const restore = lose(server, "link_requests");
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await expect(page.getByRole("alert")).toContainText("获取授权链接失败");
  restore();
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await expect(page.getByLabel("Handle")).toBeVisible();
});

base.describe("before the network's own door", () => {
  const atX = base.extend<object, { onX: { x: FakeX; server: BuiltServer } }>({
    onX: [
      async ({}, provide) => {
        const x = await startFakeX();
        const keys = { X_API_KEY: x.rules.apiKey, X_API_SECRET: x.rules.apiSecret, X_API_ORIGIN: x.origin };
        const server = await startServer({ env: { ...keys, REGISTRATION: "open" } });
        await provide({ x, server });
        await server.close();
        await x.close();
      },
      { scope: "worker" },
    ],
    server: async ({ onX }, provide) => provide(onX.server),
  });

  atX("linking that the network won't begin says so, and why", async ({ page, arrive, onX }) => {
    await arrive("alice", { linked: false });
    await page.goto("/generate");
    onX.x.rules.callbacks = ["http://elsewhere.example/back"];
    await page.getByRole("link", { name: "Connect a new account" }).click();
    await expect(page.getByRole("alert")).toContainText("启动Twitter授权失败: X doesn’t allow this callback URL");
  });
});
