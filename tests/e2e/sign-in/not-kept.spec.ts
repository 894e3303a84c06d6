// Under another address than APP_ORIGIN's, where it says https and the browser came by http: no cookie comes back.
import { newEmail, password, register } from "../../support/people/browser";
import { switchOnFor } from "../../support/people/browser-factor";
import { browserArgs } from "../../../scripts/browser.mjs";
import { type BuiltServer, startServer } from "../../support/server";
import { expect, test as base } from "../support/fixtures";
import * as at from "../support/places";

const address = "https://linnet.example";

const test = base.extend<object, { own: BuiltServer }>({
  own: [
    async ({}, provide) => {
      const server = await startServer({ env: { APP_ORIGIN: address, RATE_LIMITS: "off", REGISTRATION: "open" } });
      await provide(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  server: async ({ own }, provide) => provide(own),
  baseURL: async ({ own }, provide) => provide(`http://linnet.test:${own.port}`),
});
// A browser takes this machine's own addresses for https.
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, args: [...browserArgs, "--host-resolver-rules=MAP linnet.test 127.0.0.1"] }),
});

const sentence = "Your browser didn’t keep you signed in at this URL.";

for (const [panel, name] of [
  ["register", "Create Account"],
  ["login", "Sign In"],
] as const)
  test(`${name} says that the browser kept no sign-in, and where it would`, async ({
    page,
    own,
    script,
    complaints,
  }) => {
    complaints.allow(/Cross-Origin-Opener-Policy|untrustworthy/);
    const email = panel === "register" ? newEmail("alice") : (await register(own.origin, "alice")).email;
    await page.goto(`/generate?panel=${panel}`);
    if (script) await at.takenOver(page);
    const modal = at.dialog(page, name);
    await modal.getByLabel("Email").fill(email);
    await modal.getByLabel("Password").fill(password);
    await modal.getByRole("button", { name, exact: true }).click();
    const told = at.dialog(page, sentence);
    await expect(told).toContainText(`Open Linnet at ${address}`);
    await expect(told.getByRole("link", { name: "Open Linnet" })).toHaveAttribute("href", address);
    await expect(page.getByText("Login Successful!")).toHaveCount(0);
  });

test("a second step that no cookie leads to says so, too", async ({ page, own, complaints }) => {
  complaints.allow(/Cross-Origin-Opener-Policy|untrustworthy/);
  const visitor = await register(own.origin, "alice");
  await switchOnFor(visitor);
  await page.goto("/generate?panel=login");
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill(visitor.email);
  await modal.getByLabel("Password").fill(password);
  await modal.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.locator("main")).toContainText(sentence);
  await expect(page.locator("main")).toContainText(`Open Linnet at ${address}`);
});

base(
  "an address that says a sign-in succeeded tells whoever signed out since nothing of it",
  async ({ page, arrive }) => {
    await arrive("alice", { linked: false });
    await page.goto("/generate");
    await at.signOut(page);
    await page.goto("/generate?panel=success");
    await expect(at.topic(page)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);
