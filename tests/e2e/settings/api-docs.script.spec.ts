// /api/docs in a browser: no script, no fault that axe finds, nothing wider than a phone, and a place to every link.
import { faultsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("the API's page is sound in both themes, no wider than its window, and asks for no script", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/api/docs");
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(wide, `at ${width} px`).toBe(room);
  }
  // Ten thousand elements take axe six seconds a theme: once is enough.
  expect(await faultsOf(page, "/api/docs")).toEqual([]);
  expect(scripts).toEqual([]);
});

test("a line of its contents leads to the call, a code to its meaning, and Settings to all of it", async ({
  page,
  arrive,
}) => {
  await arrive("alice", { linked: false });
  await page.goto("/settings/programs");
  await page.getByRole("link", { name: "API documentation" }).click();
  await expect(page).toHaveURL("/api/docs");
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "publishNow", exact: true })
    .click();
  await expect(page).toHaveURL("/api/docs#publishNow");
  const call = page.getByRole("article", { name: /^Post a tweet now\. Uses the given account/ });
  await expect(call.getByRole("heading", { level: 3 })).toBeInViewport();
  await call.getByText("Example response").click();
  await expect(call.getByText('"status": "published"')).toBeVisible();
  await call.getByRole("link", { name: "daily_post_limit" }).click();
  await expect(page.getByRole("rowheader", { name: "daily_post_limit" })).toBeInViewport();
});

test("it arrives light: a page of text, as it travels", async ({ page }) => {
  await page.setExtraHTTPHeaders({ "Accept-Encoding": "br" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  let bytes = 0;
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto("/api/docs");
  await page.waitForLoadState("networkidle");
  await devtools.detach();
  // 3 kB above the goal.
  expect(bytes).toBeLessThan(83_000);
});
