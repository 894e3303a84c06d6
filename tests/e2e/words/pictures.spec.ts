// Pictures by their window: added, described, refused, taken off and posted; with and without a script.
import { linkInSandbox, newHandle } from "../../support/people/browser";
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { make, file } from "./adding";

test("a picture is added, described and posted with its tweet", async ({ page, arrive, script }) => {
  const { visitor } = await arrive("alice");
  await linkInSandbox(visitor, newHandle("second"));
  const id = await make(visitor, "/api/questions/tweet", { tweet_content: "A bird with a picture." });
  await page.goto(`/timeline?tweet=${id}`);
  if (script) await at.done(page);
  const window = page.getByRole("dialog");
  await window.getByRole("link", { name: "Add images" }).click();
  await window.getByLabel("Add an image").setInputFiles(await file("wren.jpg"));
  await window.getByLabel("Alt text").first().fill("A wren on a wire");
  if (script) expect(await faultsOf(page, "the window of pictures")).toEqual([]);
  await window.getByRole("button", { name: "Save images" }).click();
  await expect(window.getByRole("img", { name: "A wren on a wire" })).toBeVisible();
  await expect(window).toContainText("$0.025 · 1 image");
  if (script) await expect(window.getByRole("link", { name: "Change images" })).toBeVisible();
  await window.getByRole("button", { name: "Post Now" }).click();
  await expect(at.dialog(page, /^Published today/)).toBeVisible();
  const link = window.getByRole("link", { name: "View in the sandbox" }).first();
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByRole("img", { name: "A wren on a wire" })).toBeVisible();
});
