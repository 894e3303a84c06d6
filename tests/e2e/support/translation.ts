// A browser's translation, as Chrome's puts its words into a page: a pair of <font> in the place of each text node, and of
// each that comes later. The words stay as they are, so that a test finds what it looks for.
import type { Page } from "@playwright/test";

/** From now on, until another document is loaded. React has to have taken the page over: before, it draws it anew. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const untouched = "script, style, textarea, title, option, svg, font, [translate=no]";
    const wrap = (text: Text): void => {
      // White space is nothing to translate.
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const wrapAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      texts.forEach(wrap);
    };
    wrapAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === "characterData") wrapAll(target);
        else addedNodes.forEach(wrapAll);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
