// What moved on a page without being asked to, as the browser itself counts it.
import type { Page } from "@playwright/test";

/** What TypeScript does not know of the browser: https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Their sum since the page was opened; of what moved: from where to where, and the element around it. */
export const shiftsOf = (page: Page): Promise<{ sum: number; moved: string[] }> =>
  page.evaluate(async () => {
    const shifts: LayoutShift[] = [];
    const observer = new PerformanceObserver((seen) => {
      const entries = seen.getEntries() as unknown as LayoutShift[];
      shifts.push(...entries.filter((one) => !one.hadRecentInput));
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // A shift is known once the frame that it happens in is drawn, and is told some time after.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    observer.disconnect();
    const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`;
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts
        .flatMap(({ sources }) => sources)
        .map(({ node, previousRect, currentRect }) => {
          const around = node?.parentElement?.outerHTML.slice(0, 200) ?? "what is gone";
          return `${place(previousRect)} to ${place(currentRect)}: ${around}`;
        }),
    };
  });
