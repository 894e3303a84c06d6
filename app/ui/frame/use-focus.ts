// The focus is never lost: a new page begins at its heading, and what vanishes under the focus leaves it where it was.
import { useEffect } from "react";

/** Of the place that was left: its address and its heading, since one address may have several views. */
let place: string | null = null;

/** Belongs to the shell. `key` is the location's, another with each step. */
export function useFocus(key: string): void {
  useEffect(arrive, [key]);
  useEffect(keepFocus, []);
}

function arrive(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  const now = `${location.pathname} ${heading.textContent}`;
  const isNew = place !== null && place !== now;
  place = now;
  if (isNew && !document.querySelector("dialog[open]")) heading.focus({ preventScroll: true });
}

/** Where the focus was, and all that lies round it: of what vanishes together, something further out is still there. */
let focusPath: readonly Element[] = [];

function keepFocus(): () => void {
  let frame = 0;
  const remember = ({ target }: FocusEvent) => (focusPath = target instanceof Element ? linesOf(target) : []);
  // What opens and closes in the same moment places the focus itself first.
  const scheduleRestore = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restoreFocus);
  };
  const watch = new MutationObserver(scheduleRestore);
  addEventListener("focusin", remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", remember);
    watch.disconnect();
    cancelAnimationFrame(frame);
  };
}

function linesOf(element: Element): Element[] {
  const lines: Element[] = [];
  for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) lines.push(one);
  return lines;
}

/** Only where it fell to nothing because what had it is gone; who pressed beside everything wants it nowhere. */
function restoreFocus(): void {
  if (document.activeElement !== document.body || focusPath[0]?.isConnected !== false) return;
  const modal = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
  const near = focusPath.find((one) => one.isConnected && (!modal || modal.contains(one)));
  const home = near?.closest<HTMLElement>("form, li, section, dialog, main") ?? modal ?? document.querySelector("main");
  const goal = home && goalIn(home);
  focusPath = [];
  goal?.focus({ preventScroll: true });
}

/** The button that took the place of the one pressed, the part's heading, or the part itself. */
function goalIn(home: HTMLElement): HTMLElement | null {
  const goal =
    home.querySelector<HTMLElement>(home.matches("form") ? "button:not(:disabled)" : ":is(h1, h2, h3)") ?? home;
  if (goal.tabIndex < 0 && !goal.hasAttribute("tabindex")) goal.tabIndex = -1;
  return goal;
}
