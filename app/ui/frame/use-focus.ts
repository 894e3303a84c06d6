// Manages the focus: at the heading of a new page, near an element that was removed.
import { useEffect } from "react";

let place: string | null = null;

/** Used once, by the shell. `key` is the location's. */
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

let focusPath: readonly Element[] = [];

function keepFocus(): () => void {
  let frame = 0;
  const remember = ({ target }: FocusEvent) => (focusPath = target instanceof Element ? linesOf(target) : []);
  // Waits for dialogs that open and close, which set the focus themselves.
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

/** Only if the focused element was removed; a click beside everything also clears the focus. */
function restoreFocus(): void {
  if (document.activeElement !== document.body || focusPath[0]?.isConnected !== false) return;
  const modal = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1);
  const near = focusPath.find((element) => element.isConnected && (!modal || modal.contains(element)));
  const home = near?.closest<HTMLElement>("form, li, section, dialog, main") ?? modal ?? document.querySelector("main");
  const goal = home && goalIn(home);
  focusPath = [];
  goal?.focus({ preventScroll: true });
}

function goalIn(home: HTMLElement): HTMLElement | null {
  const goal =
    home.querySelector<HTMLElement>(home.matches("form") ? "button:not(:disabled)" : ":is(h1, h2, h3)") ?? home;
  if (goal.tabIndex < 0 && !goal.hasAttribute("tabindex")) goal.tabIndex = -1;
  return goal;
}
