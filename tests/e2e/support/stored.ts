// What the browser's own store holds, for the tests of what is kept there.
import type { Page } from "@playwright/test";

/** Everything of ours that the browser keeps, parsed where it is JSON. */
export const stored = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => {
    const read = (text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    };
    return Object.fromEntries(Object.entries(localStorage).map(([key, text]) => [key, read(String(text))]));
  });

export const taskOf = async (page: Page, id: number): Promise<unknown> =>
  ((await stored(page))["linnet_publish_tasks"] as Record<string, unknown> | undefined)?.[id];
