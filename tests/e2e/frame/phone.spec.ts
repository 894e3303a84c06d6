// On a phone of 360 px: the five places behind a hamburger, nothing wider than the screen.
import { writeTweets } from "../../support/people/browser";
import { expect, test } from "../support/fixtures";
import { loseCookies } from "../support/places";

test.use({ viewport: { width: 360, height: 740 } });

test("the hamburger opens the places; a link, Escape, a press beside them and a wider screen close them", async ({
  page,
  script,
}) => {
  await page.goto("/generate");
  const nav = page.getByRole("navigation", { name: "Main" });
  const menu = page.getByRole("button", { name: "Menu" });
  const overflow = () => page.locator("html").evaluate((element) => getComputedStyle(element).overflowY);
  await expect(nav).toBeHidden();

  await menu.click();
  await expect(nav).toBeVisible();
  expect(await overflow()).toBe("hidden");
  await page.keyboard.press("Escape");
  await expect(nav).toBeHidden();
  expect(await overflow()).not.toBe("hidden");

  await menu.click();
  await page.mouse.click(350, 700);
  await expect(nav).toBeHidden();

  await menu.click();
  await nav.getByRole("link", { name: "Timeline" }).click();
  await expect(page).toHaveURL("/timeline");
  await expect(nav).toBeHidden();
  // The address comes first, and the page brings a frame of its own: what was opened in the last one goes with it.
  await expect(page.getByRole("heading", { level: 1, name: "Timeline" })).toBeVisible();

  if (!script) return;
  await menu.click();
  await expect(nav).toBeVisible();
  // The product's own boundary: at 575 px the places are behind the hamburger, at 576 they are not.
  await page.setViewportSize({ width: 575, height: 740 });
  await expect(nav).toBeVisible();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 576, height: 740 });
  await expect(page.locator("#nav:popover-open")).toHaveCount(0);
  await expect(menu).toBeHidden();
  await expect(nav).toBeVisible();
});

test("no page is wider than the screen", async ({ page, arrive }) => {
  const { visitor } = await arrive("alice");
  const { batchId } = await writeTweets(visitor, "keeping bees on a roof");
  const places = ["/generate", "/write", "/bot", "/strategy", "/product-analyse", "/timeline", "/timeline?view=month"];
  const panels = ["sidebar", "login", "register", "settings", "success", "help"].map(
    (name) => `/generate?panel=${name}`,
  );
  const tooWide: string[] = [];
  const look = async (address: string) => {
    await page.goto(address);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    if (wide) tooWide.push(address);
  };
  for (const address of [...places, ...panels, `/generate?batch=${batchId}`]) await look(address);
  await loseCookies(page);
  for (const address of [...places, ...panels]) await look(address);
  expect(tooWide).toEqual([]);
});

for (const width of [360, 768, 1440])
  test(`at ${width} px the next tweet is a link that opens it, in the menu on a phone`, async ({ page, arrive }) => {
    await page.setViewportSize({ width, height: 740 });
    const { visitor } = await arrive("alice");
    const [tweet] = (await writeTweets(visitor, "keeping bees")).tweets;
    await visitor.call("POST", `/api/questions/publish-random-auto/${tweet?.id}`, { user_timezone: "Europe/Berlin" });
    await page.goto("/strategy");
    const next = page.getByRole("link", { name: /^Next tweet (today|tomorrow), \d\d:\d\d/ });
    if (width < 576) {
      await expect(next).toBeHidden();
      await page.getByRole("button", { name: "Menu" }).click();
    }
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveCount(5);
    await next.click();
    await expect(page.getByRole("dialog", { name: /^Scheduled for/ })).toContainText(tweet?.tweet_content ?? "none");
    await expect(page).toHaveURL(new RegExp(`/timeline\\?(week=1&)?tweet=${tweet?.id}$`));
  });

test("on a phone the strip is one line, and tells more behind its link", async ({ page }) => {
  await page.goto("/generate");
  const strip = page.getByRole("region", { name: "Sandbox" });
  await expect(strip).toContainText("Demo writer.");
  expect((await strip.boundingBox())?.height).toBeLessThan(48);
  await strip.getByRole("link", { name: "Go live" }).click();
  await expect(page.getByRole("dialog", { name: "Help & Support" })).toBeVisible();
});
