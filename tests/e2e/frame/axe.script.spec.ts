// axe-core on every view and modal, in both themes: no violation. The doctor and the wait for tweets have theirs beside.
import type { Page } from "@playwright/test";
import { tweetsOf, writeTweets } from "../../support/people/browser";
import type { FakeMail } from "../../support/fakes/fake-mail";
import { eventually } from "../../support/server";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

async function walk(page: Page, addresses: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await at.takenOver(page);
    if (/panel=|tweet=|slot=|write=|unlink=|done=/.test(address)) await page.locator("dialog:modal").waitFor();
    faults.push(...(await faultsOf(page, address)));
  }
  return faults;
}

/** The link of this place that went to an address. */
const linkOf = (mail: FakeMail, email: string, place: string): Promise<string> =>
  eventually(`the mail for ${place}`, () => {
    const texts = mail.mailsFor(email).map(({ parsed }) => parsed.text ?? "");
    return texts.flatMap((text) => text.match(/https?:\/\/\S+/g) ?? []).find((link) => link.includes(place));
  });

const analyze = "/api/bots/content-analysis/analyze";
const panels = (...names: string[]) => names.map((name) => `/generate?panel=${name}`);

test("the views and modals of a guest", async ({ page, complaints }) => {
  complaints.expect(404, 422);
  const samples = ["1", "side"].map((name) => `/generate?test=1&sample=${name}`);
  const places = ["/generate", "/generate?test=1", ...samples, "/timeline?view=month"];
  const broken = ["/generate?batch=none", "/no/such/page"];
  const addresses = [...places, ...broken.slice(0, 1), ...panels("sidebar", "settings", "login", "register")];
  const faults = await walk(page, addresses);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  faults.push(...(await faultsOf(page, "the error modal")));
  await page.goto("/no/such/page");
  faults.push(...(await faultsOf(page, "/no/such/page")));
  expect(faults).toEqual([]);
});

test("the views of somebody signed in, and of a phone", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId, tweets } = await writeTweets(visitor, "keeping bees");
  for (const tweet of tweets.slice(0, 3)) await visitor.call("POST", `/api/questions/publish-now/${tweet.id}`, {});
  await visitor.call("POST", `/api/questions/publish-random-auto/${tweets[3]?.id}`, { user_timezone: "Europe/Berlin" });
  const results = `/generate?batch=${batchId}`;
  const [posted] = await tweetsOf(visitor, batchId);
  const content = "A booking page for small sailing schools. Try it free.";
  const analysis = await visitor.call<{ data: { analysis_id: number } }>("POST", analyze, { content });
  const analysed = `/product-analyse?analysis=${analysis.body.data.analysis_id}&active=1&history=1`;
  const sandbox = ["/accounts/connect", posted?.post_url ?? ""];
  const places = [
    "/generate",
    results,
    "/timeline",
    "/write",
    "/ideas",
    "/ideas?view=topics",
    "/ideas?state=bin",
    "/worked",
    "/worked?sample=1",
    "/bot",
    "/strategy",
    "/product-analyse",
    analysed,
    ...sandbox,
  ];
  const faults = await walk(page, places);
  await page.goto("/generate");
  await at.takenOver(page);
  await page.getByLabel("Help").click();
  faults.push(...(await faultsOf(page, "the open tip")));
  await page.setViewportSize({ width: 360, height: 740 });
  faults.push(...(await walk(page, [results, "/timeline", "/worked"])));
  await page.getByRole("button", { name: "Menu" }).click();
  faults.push(...(await faultsOf(page, "the places of a phone")));
  expect(faults).toEqual([]);
});

test("the modals of somebody signed in", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { tweets } = await writeTweets(visitor, "keeping bees");
  const [first, second, third] = tweets.map(({ id }) => id);
  for (const id of [first, second]) await visitor.call("POST", `/api/questions/publish-now/${id}`, {});
  await visitor.call("POST", `/api/questions/publish-random-auto/${third}`, { user_timezone: "Europe/Berlin" });
  await page.goto("/timeline");
  // The slot's name is the zone's.
  await at.done(page);
  await page.reload();
  const stack = page.getByRole("table").getByRole("link", { name: /^2 tweets: / });
  const slot = (await stack.count()) > 0 ? [(await stack.getAttribute("href")) ?? ""] : [];
  await page.goto("/generate?panel=sidebar");
  const unlink = (await page.getByRole("link", { name: /^Delete @/ }).getAttribute("href")) ?? "";
  const faults = await walk(page, [
    ...panels("sidebar", "settings", "success", "help", "password", "everywhere", "leave"),
    unlink,
    `/timeline?tweet=${first}`,
    `/timeline?tweet=${third}`,
    `/worked?tweet=${first}`,
    `/timeline?tweet=${third}&edit=1`,
    "/timeline?write=1",
    `/timeline?view=list&tweet=${third}&move=1`,
    "/timeline?view=list",
    "/timeline?view=week",
    ...slot,
    "/bot?step=automatic-posting&done=1",
  ]);
  expect(faults).toEqual([]);
});

test.describe("with a mail server", () => {
  test.use({ serverKind: "mail" });

  test("the modals and pages of mail, of a guest", async ({ page, arrive, mail, complaints }) => {
    complaints.expect(404, 422);
    const { visitor } = await arrive("alice", { linked: false });
    await at.loseCookies(page);
    const faults = await walk(page, panels("login", "forgot", "forgot-sent"));
    await page.goto("/generate?panel=forgot");
    await at.takenOver(page);
    const modal = at.dialog(page, "Forgot password?");
    await modal.getByRole("button", { name: "Send reset link" }).click();
    await expect(modal.getByLabel("Email")).toHaveAccessibleDescription(/Enter your email./);
    faults.push(...(await faultsOf(page, "no address to send a link to")));

    await visitor.post("/generate?panel=forgot", { intent: "forgot-password", email: visitor.email });
    const reset = await linkOf(mail, visitor.email, "/reset-password");
    await visitor.post("/settings/alerts", { intent: "ask-to-confirm" });
    const confirm = await linkOf(mail, visitor.email, "/confirm-address");
    faults.push(...(await walk(page, [reset, confirm, "/reset-password?token=x", "/confirm-address?token=x"])));
    await page.goto(reset);
    await at.takenOver(page);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByLabel("New password")).toHaveAccessibleDescription(at.sentences.weak);
    faults.push(...(await faultsOf(page, "a weak new password")));
    await page.setViewportSize({ width: 360, height: 740 });
    faults.push(...(await walk(page, [reset, confirm])));
    expect(faults).toEqual([]);
  });

  test("the alerts of somebody signed in, before and after the address is confirmed", async ({
    page,
    arrive,
    mail,
  }) => {
    const { visitor } = await arrive("alice", { linked: false });
    const faults = await walk(page, ["/settings/alerts", "/settings/programs", ...panels("settings")]);
    await page.goto("/settings/alerts");
    await page.getByRole("button", { name: "Send confirmation email" }).click();
    faults.push(...(await faultsOf(page, "a link is on its way")));
    await page.goto(await linkOf(mail, visitor.email, "/confirm-address"));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page).toHaveURL("/settings/alerts");
    faults.push(...(await walk(page, ["/settings/alerts"])));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Notifications saved").first()).toBeVisible();
    faults.push(...(await faultsOf(page, "alerts saved")));
    await page.setViewportSize({ width: 360, height: 740 });
    faults.push(...(await walk(page, ["/settings/alerts"])));
    expect(faults).toEqual([]);
  });
});

test("webhooks: the list, each question about one, and what is refused", async ({ page, arrive, complaints }) => {
  complaints.expect(422);
  const { visitor } = await arrive("alice", { linked: false });
  const ids: string[] = [];
  for (const end of ["a", "b"]) {
    const ask = { url: `https://93.184.215.14/${end}`, events: ["*"] };
    ids.push((await visitor.call<{ data: { id: string } }>("POST", "/api/webhooks", ask)).body.data.id);
  }
  await visitor.call("POST", `/api/webhooks/${ids[0]}/test`, {});
  await visitor.call("PUT", `/api/webhooks/${ids[1]}`, { enabled: false });
  const steps = ["change-webhook", "new-secret", "remove-webhook", "deliveries"];
  const places = ids.flatMap((id) => steps.map((step) => `/settings/programs?step=${step}&webhook=${id}`));
  places.push("/settings/programs", "/settings/programs?step=add-webhook");
  const faults = await walk(page, places);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("Choose at least one event.").first()).toBeVisible();
  faults.push(...(await faultsOf(page, "no event chosen")));
  await page.setViewportSize({ width: 360, height: 740 });
  faults.push(...(await walk(page, places)));
  expect(faults).toEqual([]);
});

test("the alerts of a server that sends no mail", async ({ page, arrive }) => {
  await arrive("alice", { linked: false });
  expect(await walk(page, ["/settings/alerts"])).toEqual([]);
});
