// Linking accounts: several of them, one default, taken off again; and by whatever name the server is called.
import { newHandle } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("of two accounts one is the default, and a press on the other changes that", async ({ page, arrive }) => {
  const { handle } = await arrive("alice");
  const second = newHandle("studio");
  await page.goto("/generate?panel=sidebar");
  await page.getByRole("link", { name: "Connect a new account" }).click();
  await page.getByLabel("Handle").fill(second);
  await page.getByRole("button", { name: "Authorize app" }).click();
  await expect(page.getByText(`@${second} is connected`)).toBeVisible();
  await expect(page.getByText(`Posting as @${handle}`)).toBeVisible();

  await page.getByRole("link", { name: "Change account" }).click();
  const panel = page.getByRole("dialog");
  const [one, two] = [handle, second].map((name) => panel.locator("[aria-pressed]").filter({ hasText: `@${name}` }));
  await expect(one!).toHaveAttribute("aria-pressed", "true");
  await two!.click();
  await expect(two!).toHaveAttribute("aria-pressed", "true");
  await expect(one!).toHaveAttribute("aria-pressed", "false");
  await panel.getByRole("link", { name: "Close" }).click();
  await expect(page.getByText(`Posting as @${second}`)).toBeVisible();

  await page.goto("/timeline?panel=sidebar");
  await panel.getByRole("link", { name: `Delete @${second}` }).click();
  const question = at.dialog(page, `确定要删除 @${second} 的绑定吗？`);
  await expect(question).toContainText(`Disconnect @${second}?`);
  await question.getByRole("link", { name: "Cancel" }).click();
  await expect(two!).toBeVisible();
  await panel.getByRole("link", { name: `Delete @${second}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(two!).toHaveCount(0);
  await expect(one!).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL("/timeline?panel=sidebar");
});

test("Enter behind the handle authorizes; Cancel does not, and says so", async ({ page, arrive }) => {
  await arrive("alice", { linked: false });
  const handle = newHandle("enter");
  await page.goto("/accounts/connect");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert")).toContainText("you chose not to authorize the app.");
  await page.goto("/accounts/connect");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("Handle").press("Enter");
  await expect(page.getByText(`@${handle} is connected`)).toBeVisible();
});

test("a link alone makes nobody believe that an account is connected", async ({ page, arrive, script }) => {
  await arrive("alice");
  await page.goto("/generate?twitter_connected=true&username=somebody_else");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (script) await expect(page).toHaveURL("/generate");
  await expect(page.getByText(/is connected/)).toHaveCount(0);
});

test("an account that another person here has linked is refused in words", async ({ page, arrive }) => {
  const { handle } = await arrive("bob");
  await at.loseCookies(page);
  await arrive("alice", { linked: false });
  await page.goto("/accounts/connect");
  await page.getByLabel("Handle").fill(handle.toUpperCase());
  await page.getByRole("button", { name: "Authorize app" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "授权失败: another user of this server has connected this account.",
  );
});

test("a consent page that was used or made up says so", async ({ page, arrive }) => {
  await arrive("alice", { linked: false });
  await page.goto("/sandbox/authorize?oauth_token=made-up");
  await expect(page.getByText("It was already used or is more than 10 minutes old.")).toBeVisible();
});

test("by another name of this machine than its APP_ORIGIN, a person stays there and stays signed in", async ({
  page,
  context,
  arrive,
  server,
}) => {
  const { visitor } = await arrive("alice", { linked: false });
  const elsewhere = `http://localhost:${server.port}`;
  await context.addCookies(visitor.cookies().map((cookie) => ({ ...cookie, url: elsewhere })));
  await page.goto(`${elsewhere}/generate`);
  await page.getByRole("link", { name: "Connect a new account" }).click();
  const handle = newHandle("alice");
  await page.getByLabel("Handle").fill(handle);
  await page.getByRole("button", { name: "Authorize app" }).click();
  await expect(page.getByText(`@${handle} is connected`)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(elsewhere);
});
