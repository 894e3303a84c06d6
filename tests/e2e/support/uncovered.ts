// Whether what just happened is told beside what can be pressed, or over it: at the width of a phone, a tablet and a desk.
import { expect, type Page } from "@playwright/test";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/**
 * No toast lies over a control, however wide the window is; answers how many toasts were seen. One without a free place is
 * a line of the page: it stays in sight, and may lie over what is scrolled under it.
 */
export async function expectUncovered(page: Page): Promise<number> {
  const before = page.viewportSize();
  let seen = 0;
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => {
        const { covered, unseen } = await look(page);
        return { covered, unseen };
      }, `at ${size.width}`)
      .toEqual({ covered: [], unseen: [] });
    seen += (await look(page)).toasts;
  }
  if (before) await page.setViewportSize(before);
  return seen;
}

const look = (page: Page) =>
  page.evaluate(() => {
    const controls = "a[href], button, input, select, textarea, summary, label";
    const ground = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const isControl = (one: Element) => one.matches(controls) && !one.matches(":disabled") && ground.contains(one);
    const toasts = [...document.querySelectorAll(".toast")].filter((toast) => toast.checkVisibility());
    // Under a pointer it stays.
    for (const toast of toasts) toast.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    const covered = new Set<string>();
    const tell = (control: Element) =>
      covered.add(`${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent?.trim() ?? ""}`);
    const unseen: string[] = [];
    const isLine = (toast: Element) => toast.closest(".shell [data-flow]") !== null && scrollY > 0;
    for (const toast of toasts) {
      const { left, top, width, height } = toast.getBoundingClientRect();
      if (toast.closest("[data-flow]") && (top < 0 || top + height > innerHeight)) unseen.push(toast.textContent ?? "");
      if (isLine(toast)) continue;
      for (let across = 0; across < 9; across += 1)
        for (let down = 0; down < 5; down += 1)
          for (const under of document.elementsFromPoint(
            left + 1 + ((width - 2) * across) / 8,
            top + 1 + ((height - 2) * down) / 4,
          ))
            if (!under.closest(".toasts") && isControl(under)) tell(under);
    }
    for (const control of ground.querySelectorAll(controls)) {
      if (!isControl(control) || control.closest(".toasts") || !control.checkVisibility()) continue;
      const { left, top, width, height } = control.getBoundingClientRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      const toast = met?.closest(".toast");
      if (toast && !isLine(toast)) tell(control);
    }
    return { toasts: toasts.length, covered: [...covered], unseen };
  });
