// The keys of one character: what they do, where they do nothing, and that a person can turn them off.
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";

test("/ goes to the search and ? to the list of keys, but for who types, has a window open or wants none", async ({
  page,
  arrive,
}) => {
  const { visitor } = await arrive("alice");
  await visitor.call("POST", "/api/questions/tweet", { tweet_content: "One heron" });
  await page.goto("/ideas");
  await at.done(page);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("/?");
  await expect(search).toHaveValue("/?");
  await search.blur();
  await page.keyboard.press("?");
  const list = at.dialog(page, "Keyboard shortcuts");
  await expect(list).toContainText("Focus search");
  await page.keyboard.press("/");
  await expect(search).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.goto("/ideas?panel=settings");
  const settings = at.dialog(page, "Settings");
  await settings.getByLabel("Single-key shortcuts").uncheck();
  await settings.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeAttached();
  await page.goto("/ideas");
  await at.done(page);
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  await expect(search).not.toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
