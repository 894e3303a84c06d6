// Settings, API keys and webhooks: several forms stand on one page, and what one of them comes to leaves the others as they were.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { password } from "../../support/people/browser";

/** Nobody is called: it is added, and never told anything. */
const url = "https://93.184.215.14/hook";

test("a webhook’s new secret leaves the half-typed form of a new key, and so does what is pressed after a key", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice", { linked: false });
  await visitor.call("POST", "/api/webhooks", { url, events: ["bot.*"] });
  await page.goto("/settings/programs");
  const keyForm = page.getByRole("region", { name: "Create API key" });
  const type = async (name: string) => {
    await keyForm.getByLabel("Name").fill(name);
    await keyForm.getByRole("checkbox", { name: /^write/ }).check();
    await keyForm.getByLabel("Expires").selectOption("365");
    await keyForm.getByLabel("Your password").fill("half typed");
  };
  const stands = async (name: string) => {
    await expect(keyForm.getByLabel("Name")).toHaveValue(name);
    await expect(keyForm.getByRole("checkbox", { name: /^write/ })).toBeChecked();
    await expect(keyForm.getByLabel("Expires")).toHaveValue("365");
    await expect(keyForm.getByLabel("Your password")).toHaveValue("half typed");
  };
  const rotate = async () => {
    await page.getByRole("link", { name: `Rotate secret of ${url}` }).click();
    await at.dialog(page, "Rotate the signing secret").getByRole("button", { name: "Rotate secret" }).click();
    await expect(page.getByRole("region", { name: "Signing secret" })).toContainText("whsec_");
  };
  await type("n8n");
  await rotate();
  await stands("n8n");
  // A key that is made begins the form anew, and nothing that is pressed later does.
  await keyForm.getByLabel("Your password").fill(password);
  await keyForm.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("region", { name: "Your new key" })).toContainText("linnet_");
  await expect(keyForm.getByLabel("Name")).toHaveValue("");
  await type("another");
  // No question comes back that was answered already.
  await page.getByRole("button", { name: `Disable ${url}` }).click();
  await expect(page.getByRole("button", { name: `Enable ${url}` })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await stands("another");
  await rotate();
  await stands("another");
  await page.getByRole("link", { name: "Rotate n8n" }).click();
  const question = at.dialog(page, "Rotate this key");
  await question.getByLabel("Your password").fill(password);
  await question.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByRole("region", { name: "Your new key" })).toContainText("linnet_");
  await stands("another");
});
