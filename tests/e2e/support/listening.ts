// A screen reader's ear: what the live regions of a page said, and where the focus is.
import { expect, type Page } from "@playwright/test";

/** From the next page on, everything that is announced is written down. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: { text: string; urgent: boolean }[] = [];
    Object.assign(window, { linnetHeard: heard });
    const regions = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
    const isInert = (element: Element): boolean => {
      const top = [...document.querySelectorAll("dialog:modal")].at(-1);
      return (top !== undefined && !top.contains(element)) || element.closest("[inert]") !== null;
    };
    const hear = (element: Element, text: string | null): void => {
      const urgent = element.closest("[role=alert], [aria-live=assertive]") !== null;
      if (text?.trim() && !isInert(element)) heard.push({ text: text.trim(), urgent });
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes)
        for (const node of type === "characterData" ? [target] : addedNodes) {
          const element = node instanceof Element ? node : node.parentElement;
          const region = element?.parentElement?.closest(regions);
          // An alert is read when it comes with its words; any other region has to have been there before.
          const alerts = node instanceof Element ? node.querySelectorAll("[role=alert]") : [];
          for (const alert of alerts) hear(alert, alert.textContent);
          if (element?.matches("[role=alert]")) hear(element, element.textContent);
          else if (region && alerts.length === 0) hear(region, node.textContent);
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

interface Heard {
  text: string;
  urgent: boolean;
}

const allHeard = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { linnetHeard: Heard[] }).linnetHeard);

/** Forgets what was said so far. */
export const hush = (page: Page): Promise<void> =>
  page.evaluate(() => void (window as unknown as { linnetHeard: unknown[] }).linnetHeard.splice(0));

/** It is said, and said once. */
export async function expectHeard(page: Page, words: RegExp): Promise<void> {
  await expect.poll(async () => (await allHeard(page)).filter(({ text }) => words.test(text)).length).toBe(1);
}

/** It is said once, and at once: whatever was being read is broken off for it. */
export async function expectAlerted(page: Page, words: RegExp): Promise<void> {
  const said = async () => (await allHeard(page)).filter(({ text }) => words.test(text));
  await expect.poll(said).toEqual([{ text: expect.stringMatching(words), urgent: true }]);
}

/** What has the focus: "button Post Now", "h1 Bot", "nothing". */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "nothing";
    const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
    return `${element.tagName.toLowerCase()} ${name}`;
  });
