// Typed text is kept in this browser: after a reload, a way elsewhere and back, a closed tab, beside other tabs and people.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import * as at from "../support/places";
import { stored } from "../support/stored";

const restored = "Restored your unsaved changes.";

async function open(page: Page): Promise<Page> {
  await page.goto("/product-analyse");
  await at.takenOver(page);
  return page;
}

const openIn = async (context: BrowserContext) => open(await context.newPage());

const product = (page: Page) => page.getByLabel("What does your product do, and who is it for?");

const notice = (page: Page) => page.getByRole("note").filter({ hasText: restored });

/** The ids of what is kept in each of the two stores. */
const quickIds = async (page: Page): Promise<string[]> =>
  Object.keys(await stored(page)).filter((key) => key.startsWith("linnet_draft:"));

const slowTexts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("linnet", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("drafts", { keyPath: "id" });
        opening.onerror = () => reject(new Error("IndexedDB can’t be opened"));
        opening.onsuccess = () => {
          const request = opening.result.transaction("drafts").objectStore("drafts").getAll();
          request.onsuccess = () => {
            opening.result.close();
            resolve((request.result as { parts: { text: string }[] }[]).map(({ parts }) => parts[0]?.text ?? ""));
          };
        };
      }),
  );

test("what is typed is in both stores, and back after a reload, another page and a closed tab", async ({
  page,
  arrive,
  context,
}) => {
  await arrive("alice");
  await open(page);
  await product(page).pressSequentially("A tea shop");
  await expect.poll(() => slowTexts(page)).toEqual(["A tea shop"]);
  expect(await quickIds(page)).toHaveLength(1);

  await page.reload();
  await expect(product(page)).toHaveValue("A tea shop");
  await expect(notice(page)).toBeVisible();

  // Left in the moment of the last key.
  await product(page).pressSequentially(" by the sea");
  await page.goto("/strategy");
  await open(page);
  await expect(product(page)).toHaveValue("A tea shop by the sea");

  await product(page).pressSequentially(", open late");
  await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  const next = await openIn(context);
  await expect(product(next)).toHaveValue("A tea shop by the sea, open late");
});

test("within the app, the way to another page and Back keep it, too", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await product(page).pressSequentially("A tea shop");
  await page.getByRole("link", { name: "Timeline" }).first().click();
  await expect(page).toHaveURL(/timeline/);
  await page.goBack();
  await expect(product(page)).toHaveValue("A tea shop");
});

test("Discard empties the field and both stores, and the focus is in the field", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await product(page).pressSequentially("A tea shop");
  await expect.poll(() => quickIds(page)).toHaveLength(1);
  await page.reload();
  await notice(page).getByRole("button", { name: "Discard" }).click();
  await expect(product(page)).toHaveValue("");
  await expect(product(page)).toBeFocused();
  await expect(notice(page)).toBeHidden();
  await expect.poll(() => slowTexts(page)).toEqual([]);
  expect(await quickIds(page)).toEqual([]);
  await open(page);
  await expect(product(page)).toHaveValue("");
});

test("each of two tabs has its own text, and a third, empty one takes neither", async ({ page, arrive, context }) => {
  await arrive("alice");
  const other = await openIn(context);
  await open(page);
  await product(page).pressSequentially("A tea shop");
  await product(other).pressSequentially("A bicycle shop");
  await expect.poll(async () => (await slowTexts(page)).sort()).toEqual(["A bicycle shop", "A tea shop"]);

  const third = await openIn(context);
  await product(third).pressSequentially("A bakery");
  await expect.poll(() => slowTexts(page)).toHaveLength(3);
  await expect(notice(third)).toBeHidden();
  for (const [tab, text] of [
    [page, "A tea shop"],
    [other, "A bicycle shop"],
    [third, "A bakery"],
  ] as const) {
    await tab.reload();
    await expect(product(tab)).toHaveValue(text);
  }
});

test("the server's yes ends the draft", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await product(page).pressSequentially("A tea shop that sends one rare tea each month");
  await expect.poll(() => quickIds(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Analyse Product" }).click();
  await expect(page).not.toHaveURL(/product-analyse$/);
  await expect.poll(() => quickIds(page)).toEqual([]);
  await open(page);
  await expect(product(page)).toHaveValue("");
  await expect(notice(page)).toBeHidden();
});

test("a topic is kept, and one that a link brings stays as the link says", async ({ page, arrive }) => {
  await arrive("alice");
  await page.goto("/generate");
  await at.takenOver(page);
  await at.topic(page).pressSequentially("keeping bees");
  await page.goto("/generate?topic=slow+travel");
  await at.takenOver(page);
  await expect(at.topic(page)).toHaveValue("slow travel");
  await page.goto("/generate");
  await expect(at.topic(page)).toHaveValue("keeping bees");
  await expect(notice(page)).toBeVisible();
});

test("another person in the same browser sees nothing of it, and its owner finds it again", async ({
  page,
  arrive,
  context,
}) => {
  await arrive("alice");
  await open(page);
  await product(page).pressSequentially("A tea shop");
  await expect.poll(() => quickIds(page)).toHaveLength(1);
  const cookies = await context.cookies();
  await at.loseCookies(page);
  await arrive("bob");
  await open(page);
  await product(page).pressSequentially("A bicycle shop");
  await expect.poll(() => quickIds(page)).toHaveLength(2);
  await page.reload();
  await expect(product(page)).toHaveValue("A bicycle shop");

  await at.loseCookies(page);
  await context.addCookies(cookies);
  await open(page);
  await expect(product(page)).toHaveValue("A tea shop");
});

test("a browser that takes no storage is told", async ({ page, arrive }) => {
  await arrive("alice");
  await open(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    IDBFactory.prototype.open = () => {
      throw new DOMException("blocked", "SecurityError");
    };
  });
  await product(page).pressSequentially("A tea shop");
  await expect(page.getByText("Your text isn’t kept: this browser blocks storage.")).toBeVisible();
});
