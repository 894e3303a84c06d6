// Where things are on the screens, and the few ways that many tests go.
import { expect, type Locator, type Page } from "@playwright/test";
import { type Visitor, type ApiTweet, writeTweets } from "../../support/people/browser";

export const sentences = {
  guest: "Please login first to generate tweets",
  // Each Chinese sentence has its English under it.
  noAccount: "Connect a Twitter account first to generate tweets 请先绑定Twitter账户才能生成推文",
  noTopic: "Say what the tweets should be about.",
  weakHint: "Password must include letters + numbers and be at least 8 characters",
  weak: "Password must be at least 8 characters and contain both letters and numbers",
  taken: "Email already registered",
  wrong: "Invalid email or password",
  missing: "Please enter email and password",
} as const;

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });

/** The error modal of signing in: it says its sentence, and OK leads back to what was typed. */
export async function dismissError(page: Page, sentence: string): Promise<void> {
  const alert = page.getByRole("alertdialog", { name: sentence });
  await expect(alert).toBeVisible();
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toBeHidden();
}

/** Removes the session. The page is left first: the server would refuse what its script still asks for. */
export async function loseCookies(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

export const topic = (page: Page): Locator => page.getByLabel("What would you like to create tweets about?");

export const create = (page: Page): Locator => page.getByRole("button", { name: "Create Twitter Content" });

/** The cards of the results page, in the order written. */
export const cards = (page: Page): Locator =>
  page.getByRole("region", { name: /^Generated Tweets/ }).locator("li.tweet");

export const wordsOf = async (card: Locator): Promise<string> =>
  (await card.locator(".tweet__words").innerText()).trim();

export async function askFor(page: Page, words: string): Promise<void> {
  await page.goto("/generate");
  await topic(page).fill(words);
  await create(page).click();
  await expect(page.getByRole("heading", { name: "Generated Tweets (5)" })).toBeVisible();
}

/** Sends it by Enter; without a script a field of several lines takes that as a new line, and has its button. */
export async function sendQuestion(question: Locator, send: Locator, script: boolean): Promise<void> {
  const isArea = await question.evaluate((element) => element.tagName === "TEXTAREA");
  if (isArea && !script) await send.click();
  else await question.press("Enter");
}

/** A question that can't be sent: with a script its button is disabled and Enter tells why; without one the server does. */
export async function isRefused(question: Locator, send: Locator, script: boolean, words: string, sentence: string) {
  await question.fill(words);
  if (script) await expect(send).toBeDisabled();
  await sendQuestion(question, send, script);
  await expect(question).toHaveAttribute("aria-invalid", "true");
  await expect(question).toHaveAccessibleDescription(sentence);
  await expect(question).toHaveValue(words);
}

/** The results page of a fresh batch of the visitor's, whose browser this is. */
export async function openFreshBatch(page: Page, visitor: Visitor): Promise<{ batchId: string; tweets: ApiTweet[] }> {
  const batch = await writeTweets(visitor, "keeping bees");
  await page.goto(`/generate?batch=${batch.batchId}`);
  return batch;
}

/** Holds requests to `address` back until what it answers is called. */
export async function hold(page: Page, method: "GET" | "POST", address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return release;
}

/** From any screen into one of the panel's modals. */
export async function openFromPanel(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: /^(Your account|Log in)$/ }).click();
  await page.getByRole("dialog").getByRole("link", { name, exact: true }).click();
}

/** The browser may still be fetching its key and telling its zone, which would be refused once it is signed out. */
export async function signOut(page: Page): Promise<void> {
  if (await page.evaluate(() => "__remixRouter" in window)) await done(page);
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Your account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
}

/** The grid's link to one tweet, by its state's word and the tweet's own. */
export const taskOf = (page: Page, state: string, words: string): Locator => {
  const preview = words.split(/\s+/).slice(0, 3).join(" ");
  return page.getByRole("table").getByRole("link", { name: `${state}: ${preview}…` });
};

/** React has taken the page over; needed only where a test presses what no page has without a script. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => /^__react/.test(key)),
  );
}

/** Marks this page, so that `wentOn` tells whether it was loaded again since. */
export const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { linnetWasHere: true }));
export const wentOn = (page: Page): Promise<boolean> => page.evaluate(() => "linnetWasHere" in window);

/**
 * The browser has its key and has told its time zone; with it the page was read anew, and put back to where it was.
 * Needed before anything happens in another tab that the page is not to show yet.
 */
export async function done(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__remixRouter" in window)) return false;
    const { navigation, revalidation, loaderData } = window.__remixRouter.state;
    const { user } = (loaderData["root"] ?? {}) as { user?: { timezone: string } | null };
    // Everybody is in UTC until a zone is known. A network that is idle says too little: on a busy machine half a second
    // lay between the key and the zone, and the test went on before the page was read anew.
    return user?.timezone !== "UTC" && navigation.state === "idle" && revalidation === "idle";
  });
  await keyed(page);
}

/** The browser has its key: of somebody whose zone is UTC by choice there is no more to wait for. */
export async function keyed(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem("linnet_user") !== null);
  await page.waitForLoadState("networkidle");
}

/** How many weeks from now an instant lies, on that zone's clock. */
export function weeksAway(iso: string, zone: string): number {
  const mondayOf = (at: Date) => {
    const [year = 0, month = 1, day = 1] = at.toLocaleDateString("en-CA", { timeZone: zone }).split("-").map(Number);
    const days = Date.UTC(year, month - 1, day) / 86_400_000;
    // 1 January 1970 was a Thursday.
    return days - ((days + 3) % 7);
  };
  return (mondayOf(new Date(iso)) - mondayOf(new Date())) / 7;
}

/** The week in which an instant lies. */
export async function openWeekOf(page: Page, iso: string, zone: string): Promise<void> {
  const away = weeksAway(iso, zone);
  await page.goto(away === 0 ? "/timeline" : `/timeline?week=${away}`);
}

export const clockTime = (iso: string, zone: string): string =>
  new Date(iso).toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });

/** How a drawn moment is told; at night with the day of each end that is not today's. */
export const drawnMoment =
  /Picked at random(?: after your quiet hours,)? between (?:\w+, \w+ \d+, )?\d\d:\d\d and (?:\w+, \w+ \d+, )?\d\d:\d\d(?:, Berlin time| UTC)/;
