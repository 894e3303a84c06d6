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
  const list = at.dialog(page, "Keys");
  await expect(list).toContainText("Search, where the page has one");
  await page.keyboard.press("/");
  await expect(search).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.goto("/ideas?panel=settings");
  const settings = at.dialog(page, "Settings");
  await settings.getByLabel("Keys of one character").uncheck();
  await settings.getByRole("button", { name: "Keep these choices" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeAttached();
  await page.goto("/ideas");
  await at.done(page);
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  await expect(search).not.toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
