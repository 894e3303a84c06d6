// The set-up doctor's page: for whoever registered first, by a link from Help; to everybody else it isn't there.
import { register } from "../../support/people/browser";
import { startServer } from "../../support/server";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("the first person of a server finds the doctor in Help; nobody else does", async ({
  page,
  context,
  complaints,
  script,
}) => {
  complaints.expect(404);
  const server = await startServer();
  try {
    const [alice, bob] = [await register(server.origin, "alice"), await register(server.origin, "bob")];
    await context.addCookies(alice.cookies());
    await page.goto(`${server.origin}/generate?panel=help`);
    await at.dialog(page, "Help & Support").getByRole("link", { name: "Check setup" }).click();
    await expect(page).toHaveURL(`${server.origin}/doctor`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Setup check");
    await expect(page.getByRole("status").first()).toHaveText("Nothing is wrong. 4 checks need keys.");
    await expect(page.getByLabel("X: callback URL")).toHaveValue(`${server.origin}/api/twitter-auth/callback`);
    for (const name of ["X: key and secret Not checked", "Gemini: key Not checked", "Disk OK", "Job loop OK"])
      await expect(page.getByRole("heading", { name })).toBeVisible();
    if (script) expect(await faultsOf(page, "/doctor")).toEqual([]);
    await page.getByRole("link", { name: "Check again" }).click();
    await expect(page.getByRole("heading", { name: "Job loop OK" })).toBeVisible();

    await page.getByRole("main").getByRole("link", { name: "Go live" }).click();
    await expect(page).toHaveURL(`${server.origin}/go-live`);
    await expect(page.getByRole("heading", { name: "An X app that posts To do" })).toBeVisible();
    await expect(page.getByLabel("Callback URL")).toHaveValue(`${server.origin}/api/twitter-auth/callback`);
    if (script) expect(await faultsOf(page, "/go-live")).toEqual([]);

    await at.loseCookies(page);
    await context.addCookies(bob.cookies());
    await page.goto(`${server.origin}/generate?panel=help`);
    await expect(at.dialog(page, "Help & Support")).toBeVisible();
    await expect(page.getByRole("link", { name: "Check setup" })).toHaveCount(0);
    for (const path of ["/doctor", "/go-live"])
      expect((await page.goto(`${server.origin}${path}`))?.status()).toBe(404);

    await at.loseCookies(page);
    await page.goto(`${server.origin}/doctor`);
    await expect(page).toHaveURL(`${server.origin}/generate?panel=login`);
    // The page may be asking for something still, and would complain of a server that has gone.
    await page.goto("about:blank");
  } finally {
    await server.close();
  }
});
