// Passkeys, as somebody uses them: Chromium's own virtual device makes them and signs. Without a script the pages say so.
import type { Page } from "@playwright/test";
import { password } from "../../support/people/browser";
import { switchOnFor } from "../../support/people/browser-factor";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { insertPasskey } from "../support/verbs/stage";

test.use({ serverKind: "named" });

const security = "/settings/security";
const card = (page: Page) => page.getByRole("region", { name: "Two-factor authentication" });
const welcome = (page: Page) => at.dialog(page, "Login Successful!");

/** A device of this browser that keeps passkeys, and agrees to whatever it is asked. A key verifies nobody. */
async function addDevice(page: Page, { isKey = false }: { isKey?: boolean } = {}) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: isKey ? "usb" : "internal",
    hasResidentKey: !isKey,
    hasUserVerification: !isKey,
    isUserVerified: !isKey,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return {
    credentials: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    remove: () => devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
    verifies: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** As a copy of it has: it signed less often. */
    async turnBack() {
      const [credential] = (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
      if (!credential) throw new Error("The device has no passkey");
      const { credentialId } = credential;
      await devtools.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      await devtools.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount: 0 } });
    },
  };
}

/** Through the two modals, to the recovery codes that come with the first one, which are kept. */
async function addPasskey(page: Page): Promise<string[]> {
  await page.goto(security);
  await page.getByRole("link", { name: "Add a passkey" }).click();
  const proof = at.dialog(page, "Add a passkey");
  await proof.getByLabel("Your password").fill(password);
  await proof.getByRole("button", { name: "Continue" }).click();
  await at.dialog(page, "Create a passkey").getByRole("button", { name: "Create" }).click();
  const codes = at.dialog(page, "Recovery codes");
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const texts = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByLabel("I’ve saved my recovery codes").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(codes).toBeHidden();
  return texts;
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto("/timeline?panel=login");
  const modal = at.dialog(page, "Sign In");
  await modal.getByLabel("Email").fill(email);
  await modal.getByLabel("Password").fill(password);
  await modal.getByRole("button", { name: "Sign In", exact: true }).click();
}
/** Only once its script is there: an earlier press is told so, on a page of its own. */
async function alone(page: Page): Promise<void> {
  await at.takenOver(page);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
}

test.describe("with a script", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "a passkey needs one");

  test("a passkey is added, renamed, opens the account alone, and is removed by itself", async ({
    page,
    arrive,
    complaints,
  }) => {
    complaints.expect(401, 422);
    await arrive("alice", { linked: false });
    const device = await addDevice(page);
    await page.goto(`${security}?step=passkey`);
    const proof = at.dialog(page, "Add a passkey");
    await proof.getByLabel("Your password").fill("not her password 7");
    await proof.getByRole("button", { name: "Continue" }).click();
    await expect(proof.getByText("Wrong password.")).toBeVisible();
    await proof.getByLabel("Your password").fill(password);
    await proof.getByRole("button", { name: "Continue" }).click();
    const make = at.dialog(page, "Create a passkey");
    await expect(make.getByLabel("Name")).toHaveValue(/^Chrome on Linux|^.+/);
    await make.getByLabel("Name").fill("Ann’s laptop");
    // Enter in the field is the button.
    await make.getByLabel("Name").press("Enter");
    const codes = at.dialog(page, "Recovery codes");
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    expect(await device.credentials()).toHaveLength(1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      codes.getByRole("link", { name: "Save as text" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("linnet-recovery-codes.txt");
    await codes.getByLabel("I’ve saved my recovery codes").check();
    await codes.getByRole("button", { name: "Done" }).click();
    await expect(card(page).locator("strong", { hasText: "Ann’s laptop" })).toBeVisible();

    await card(page).getByRole("link", { name: "Rename Ann’s laptop" }).click();
    const rename = at.dialog(page, "Rename the passkey");
    await rename.getByLabel("Name").fill("");
    await rename.getByRole("button", { name: "Save" }).click();
    await expect(rename.getByText("Enter a name of up to 60 characters.")).toBeVisible();
    await rename.getByLabel("Name").fill("Kitchen");
    await rename.getByRole("button", { name: "Save" }).click();
    await expect(card(page).locator("strong", { hasText: "Kitchen" })).toBeVisible();

    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await alone(page);
    await expect(welcome(page)).toBeVisible();

    await page.goto(security);
    await expect(card(page).getByText(/used today at/)).toBeVisible();
    await card(page).getByRole("link", { name: "Remove Kitchen" }).click();
    const remove = at.dialog(page, "Remove the passkey");
    await remove.getByLabel("Your password").fill(password);
    await remove.getByRole("button", { name: "Use a passkey instead" }).click();
    await expect(remove).toBeHidden();
    await expect(card(page).locator("strong", { hasText: "Kitchen" })).toHaveCount(0);

    // What the device still has opens nothing.
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await alone(page);
    await expect(page.getByText("Unknown passkey.", { exact: false }).first()).toBeVisible();
  });

  test("a key that verifies nobody finishes the second step, and the browser can be trusted by it", async ({
    page,
    arrive,
  }) => {
    const { visitor } = await arrive("alice", { linked: false });
    await addDevice(page, { isKey: true });
    await addPasskey(page);
    await at.loseCookies(page);
    await typePassword(page, visitor.email);
    await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
    await page.getByLabel("Trust this browser for 30 days").check();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(welcome(page)).toBeVisible();
    await welcome(page).getByRole("link", { name: "Continue" }).click();
    await at.signOut(page);
    await typePassword(page, visitor.email);
    await expect(welcome(page)).toBeVisible();
  });

  test("another device is refused in words, and a recovery code opens the account", async ({
    page,
    arrive,
    complaints,
  }) => {
    complaints.expect(401);
    const { visitor } = await arrive("alice", { linked: false });
    const device = await addDevice(page);
    const codes = await addPasskey(page);
    await device.remove();
    await addDevice(page);
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await alone(page);
    await expect(page.getByText(/^No passkey received/)).toBeVisible();
    await typePassword(page, visitor.email);
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(welcome(page)).toBeVisible();
  });

  test("a device that verifies nobody does not sign in alone, and a copy is refused", async ({
    page,
    arrive,
    complaints,
  }) => {
    complaints.expect(401);
    await arrive("alice", { linked: false });
    const device = await addDevice(page);
    await addPasskey(page);
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await device.verifies(false);
    await alone(page);
    await expect(page.getByText(/^No passkey received/)).toBeVisible();
    await device.verifies(true);
    await alone(page);
    await expect(welcome(page)).toBeVisible();
    await device.turnBack();
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await alone(page);
    await expect(page.getByText(/^This passkey may have been copied/).first()).toBeVisible();
  });

  // Beside a device it can't work: with its own debugger it takes the device away.
  test("axe finds nothing in any place of a passkey", async ({ page, arrive, server, complaints }) => {
    complaints.expect(401);
    const { visitor } = await arrive("alice", { linked: false });
    const { codes } = await switchOnFor(visitor);
    const id = insertPasskey({ server }, visitor);
    await visitor.post(security, { intent: "add-passkey", password, code: codes[0] ?? "" });
    const faults: string[] = [];
    for (const step of ["", "step=passkey", "step=new-passkey", `step=passkey-name&passkey=${id}`]) {
      await page.goto(`${security}?${step}`);
      await at.takenOver(page);
      faults.push(...(await faultsOf(page, step)));
    }
    await page.goto(`${security}?step=passkey-gone&passkey=${id}`);
    await at.takenOver(page);
    await page.getByLabel("Your password").fill("not her password 7");
    await page.getByLabel("6-digit code").fill(codes[1] ?? "");
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Wrong password.")).toBeVisible();
    faults.push(...(await faultsOf(page, "removing a passkey")));
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await at.takenOver(page);
    faults.push(...(await faultsOf(page, "signing in with a passkey")));
    await typePassword(page, visitor.email);
    await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
    faults.push(...(await faultsOf(page, "the second step with a passkey")));
    expect(faults).toEqual([]);
  });

  test("its script is loaded by the press alone", async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => void (request.resourceType() === "script" && scripts.push(request.url())));
    await page.goto("/timeline?panel=login");
    await at.takenOver(page);
    await page.waitForLoadState("networkidle");
    const before = scripts.length;
    await alone(page);
    await expect.poll(() => scripts.length).toBeGreaterThan(before);
  });
});

test.describe("without a script", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled !== false, "with one it works");

  test("each place of a passkey says that it needs one", async ({ page, arrive, server, complaints }) => {
    complaints.expect(422);
    const { visitor } = await arrive("alice", { linked: false });
    await page.goto(security);
    await expect(page.getByText("Passkeys need JavaScript, which is off in this browser")).toBeVisible();
    await page.getByRole("link", { name: "Add a passkey" }).click();
    const proof = at.dialog(page, "Add a passkey");
    await expect(proof.getByText("Passkeys need JavaScript")).toBeVisible();
    await proof.getByLabel("Your password").fill(password);
    await proof.getByRole("button", { name: "Continue" }).click();
    await at.dialog(page, "Create a passkey").getByRole("button", { name: "Create" }).click();
    await expect(page.getByText(/^A passkey needs JavaScript/)).toBeVisible();

    await switchOnFor(visitor);
    insertPasskey({ server }, visitor);
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText(/^A passkey needs JavaScript/).first()).toBeVisible();
    await typePassword(page, visitor.email);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText(/^A passkey needs JavaScript/)).toBeVisible();
  });
});

test("no page of a passkey scrolls sideways", async ({ page, arrive, server }) => {
  const { visitor } = await arrive("alice", { linked: false });
  await switchOnFor(visitor);
  const id = insertPasskey({ server }, visitor);
  const steps = ["", "?step=passkey", `?step=passkey-name&passkey=${id}`, `?step=passkey-gone&passkey=${id}`];
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const step of steps) {
      await page.goto(`${security}${step}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), step).toBeLessThanOrEqual(width);
    }
  }
});

test.describe("where the server's address is an IP address", () => {
  test.use({ serverKind: "usual" });

  test("Settings says so and offers the rest, and the sign-in offers no passkey", async ({ page, arrive }) => {
    await arrive("alice", { linked: false });
    await page.goto(security);
    await expect(card(page).getByText(/this server’s address is an IP address/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Add a passkey" })).toHaveCount(0);
    await expect(card(page).getByRole("button", { name: "Set up" })).toBeVisible();
    await at.loseCookies(page);
    await page.goto("/timeline?panel=login");
    await expect(at.dialog(page, "Sign In").getByLabel("Password")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  });
});
