// Webhooks in Settings, by a person: added for a receiver that really listens, tested, failing, disabled and removed.
import { expect, test as base } from "../support/fixtures";
import * as at from "../support/places";
import { answers, ok, openReceiver, type Receiver } from "../../support/fakes/receiver";
import { type BuiltServer, startServer } from "../../support/server";

/** A server that may call this machine. */
const test = base.extend<{ receiver: Receiver }, { own: BuiltServer }>({
  own: [
    async ({}, provide) => {
      const server = await startServer({ env: { RATE_LIMITS: "off", ALLOW_PRIVATE_WEBHOOKS: "on" } });
      await provide(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  server: async ({ own }, provide) => provide(own),
  receiver: async ({}, provide) => {
    const receiver = await openReceiver("/hook");
    await provide(receiver);
    await receiver.close();
  },
});

const place = "/settings/programs";

test("a webhook is added, its secret shown once, and a test comes back on the page by itself", async ({
  page,
  arrive,
  receiver,
  script,
}) => {
  await arrive("alice", { linked: false });
  await page.goto(place);
  await page.getByRole("link", { name: "Add webhook" }).click();
  const form = at.dialog(page, "Add webhook");
  await form.getByLabel("URL").fill(receiver.url);
  await form.getByLabel("Description").fill("my n8n");
  await form.getByRole("checkbox", { name: /^All tweet events/ }).check();
  await form.getByText("Choose individual events").click();
  await form.getByRole("checkbox", { name: /^webhook\.disabled/ }).check();
  await form.getByRole("button", { name: "Add webhook" }).click();
  const shown = page.getByRole("region", { name: "Signing secret" });
  await expect(shown).toContainText("Copy it now. You won’t see it again.");
  await expect(shown.locator("code")).toHaveText(/^whsec_/);
  await expect(shown.getByRole("button", { name: "Copy" })).toHaveCount(script ? 1 : 0);
  await page.goto(place);
  await expect(page.getByText("whsec_")).toHaveCount(0);
  const row = page.getByRole("listitem").filter({ hasText: receiver.url });
  await expect(row).toContainText("tweet.* · webhook.disabled");
  await row.getByRole("button", { name: "Send a test" }).click();
  const deliveries = at.dialog(page, "Deliveries");
  await expect(deliveries).toContainText("webhook.test");
  // Nobody presses anything: the page looks until the answer is there.
  await expect(deliveries.getByRole("listitem").locator("[aria-live=polite]")).toHaveText("Delivered, 204");
  expect(receiver.received).toMatchObject([{ type: "webhook.test" }]);
});

test("a failed delivery shows its error and can be resent", async ({ page, arrive, receiver }) => {
  const { visitor } = await arrive("alice", { linked: false });
  receiver.answer = answers(503);
  await visitor.call("POST", "/api/webhooks", { url: receiver.url, events: ["*"] });
  await page.goto(place);
  await page.getByRole("button", { name: "Send a test" }).click();
  const deliveries = at.dialog(page, "Deliveries");
  // Again after five seconds, and then in minutes.
  await expect(deliveries.getByRole("listitem")).toContainText(
    /Pending.*The endpoint returned 503.*2 attempts, next attempt/s,
  );
  receiver.answer = ok;
  await deliveries.getByRole("button", { name: "Resend" }).click();
  await expect(deliveries.getByRole("listitem")).toContainText("Delivered, 204");
  await deliveries.getByRole("link", { name: "Close" }).first().click();
  await expect(page).toHaveURL(place);
  await expect(page.getByRole("main")).toContainText(/Last delivery today at .*: delivered, 204/);
});

test("a refused address keeps what was typed beside its sentence", async ({ page, arrive, complaints }) => {
  complaints.expect(422);
  await arrive("alice", { linked: false });
  await page.goto(`${place}?step=add-webhook`);
  const form = at.dialog(page, "Add webhook");
  const address = form.getByLabel("URL");
  await address.fill("http://169.254.169.254/latest");
  await form.getByRole("checkbox", { name: /^Everything/ }).check();
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(address).toHaveAccessibleDescription("This server doesn’t allow webhooks to private addresses.");
  await expect(address).toHaveValue("http://169.254.169.254/latest");
  await expect(form.getByRole("checkbox", { name: /^Everything/ })).toBeChecked();
  await form.getByRole("checkbox", { name: /^Everything/ }).uncheck();
  await address.fill("https://93.184.215.14/hook");
  await form.getByRole("button", { name: "Add webhook" }).click();
  await expect(form.getByRole("group", { name: "Events" })).toHaveAccessibleDescription("Choose at least one event.");
});

test("one is changed, disabled, enabled and removed, each said in a sentence", async ({ page, arrive, receiver }) => {
  const { visitor } = await arrive("alice", { linked: false });
  await visitor.call("POST", "/api/webhooks", { url: receiver.url, events: ["bot.*"] });
  await page.goto(place);
  const said = (words: string) => expect(page.getByText(words, { exact: true }).first()).toBeAttached();
  await page.getByRole("link", { name: "Edit" }).click();
  const form = at.dialog(page, "Edit webhook");
  await form.getByLabel("URL").fill(`${receiver.url}/other`);
  await form.getByRole("button", { name: "Save" }).click();
  await said(`Changed: ${receiver.url}/other`);
  await page.getByRole("button", { name: "Disable" }).click();
  await said(`Disabled: ${receiver.url}/other`);
  await expect(page.getByRole("main")).toContainText("You disabled it");
  await page.getByRole("button", { name: "Enable" }).click();
  await said(`Enabled: ${receiver.url}/other`);
  await page.getByRole("link", { name: "Rotate secret" }).click();
  await at.dialog(page, "Rotate the signing secret").getByRole("button", { name: "Rotate secret" }).click();
  const shown = page.getByRole("region", { name: "Signing secret" });
  await expect(shown).toContainText("whsec_");
  // The whole secret is on a phone's screen.
  await page.setViewportSize({ width: 360, height: 740 });
  const { width = 0, x = 0 } = (await shown.locator("code").boundingBox()) ?? {};
  expect(x + width).toBeLessThan(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goto(place);
  await page.getByRole("link", { name: "Remove" }).click();
  await at.dialog(page, "Remove this webhook?").getByRole("button", { name: "Remove" }).click();
  await said(`Removed: ${receiver.url}/other`);
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
});

test("what another tab has changed is said before an old form replaces it", async ({
  page,
  arrive,
  receiver,
  complaints,
}) => {
  complaints.expect(409);
  const { visitor } = await arrive("alice", { linked: false });
  await visitor.call("POST", "/api/webhooks", { url: receiver.url, events: ["bot.*"] });
  await page.goto(place);
  await page.getByRole("link", { name: "Edit" }).click();
  const form = at.dialog(page, "Edit webhook");
  await expect(form.getByLabel("URL")).toHaveValue(receiver.url);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const elsewhere = at.dialog(other, "Edit webhook");
  await elsewhere.getByLabel("URL").fill(`${receiver.url}/other`);
  await elsewhere.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("listitem").filter({ hasText: `${receiver.url}/other` })).toBeVisible();
  await other.close();
  await form.getByLabel("Description").fill("my n8n");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText(`its URL is now ${receiver.url}/other. Save again`);
  await expect(form.getByLabel("Description")).toHaveValue("my n8n");
  await expect(form.getByLabel("URL")).toHaveValue(receiver.url);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "my n8n" })).not.toContainText("/other");
});
