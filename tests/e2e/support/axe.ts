// axe-core on the page as it stands, in both themes, with every rule and every element.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  nodes: { target: string[] }[];
}
type Axe = { run(context: Document): Promise<{ violations: Violation[] }> };

/** What axe has to say of the page as it stands, in light and in dark. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  const faults: string[] = [];
  // As a debugger would: the page's own policy lets no script in.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Runtime.evaluate", { expression: axe });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // Colours glide from theme to theme, if only for a moment, and one glide can start another.
      for (let still = 0; still < 2; still += 1) {
        await frame();
        const gliding = document.getAnimations().filter((one) => one instanceof CSSTransition);
        await Promise.allSettled(gliding.map((one) => one.finished));
        if (gliding.length > 0) still = -1;
      }
      await frame();
      return (await (window as unknown as { axe: Axe }).axe.run(document)).violations;
    });
    for (const { id, nodes } of violations)
      faults.push(`${where}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(" and ")}`);
  }
  await devtools.detach();
  return faults;
}
