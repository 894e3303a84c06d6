// What a screen reader says: `announce("5 tweets are ready")` from anywhere, `useAnnounced(result)` for what a form came to.
// The words are not here: each intent returns its own, in the `actions.server.ts` of its screen.
import { useEffect, useRef, useState } from "react";
import { seconds } from "~/ground/time/duration";
import { Message } from "~/ui/message";
import { showToast, Toasts } from "./toast";
import { settles, type FormMessage } from "./form-message";

interface Line {
  id: number;
  text: string;
  /** A refusal, or something broke: said at once, whatever is being read. */
  urgent: boolean;
}

const asks = new EventTarget();
let lastId = 0;

/** Afterwards it is gone, so that nobody who reads the page line by line comes upon it. */
const stays = seconds(10);

/** A screen reader says it, over an open dialog too. For refusals `urgent`. */
export function announce(text: string, { urgent = false } = {}): void {
  const line: Line = { id: (lastId += 1), text, urgent };
  setTimeout(() => asks.dispatchEvent(new CustomEvent<Line>("line", { detail: line })), settles);
}

const announced = new WeakSet<FormMessage>();

/** Announces what a form came to, once, however many parts of the page show it. What is shown as a toast needs it not. */
export function useAnnounced(result: FormMessage | null | undefined): void {
  useEffect(() => {
    if (!result || announced.has(result)) return;
    announced.add(result);
    if (result.error) announce(result.error, { urgent: true });
    // Who could take it back has to see it.
    else if (result.undo) showToast(result);
    else if (result.message) announce(result.message);
  }, [result]);
}

/**
 * The two regions: the shell has them from the first HTML on, since only what appears in a region that was there before is
 * heard; and each dialog has its own, since an open modal makes everything outside it inert, the top layer too. They bear
 * no roles, so that who lists a page's alerts finds only those that can be seen.
 */
export function Announcer({ inDialog = false }) {
  const place = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<readonly Line[]>([]);

  useEffect(() => {
    const hear = (event: Event) => {
      const line = (event as CustomEvent<Line>).detail;
      const ground = place.current && heardAt(place.current);
      if (!ground || (line.urgent && isReadByItself(ground, line.text))) return;
      setLines((others) => [...others, line]);
      setTimeout(() => setLines((others) => others.filter((other) => other !== line)), stays);
    };
    asks.addEventListener("line", hear);
    return () => asks.removeEventListener("line", hear);
  }, []);

  const shown = (urgent: boolean) =>
    lines
      .filter((line) => line.urgent === urgent)
      .map(({ id, text }) => (
        <p className="visually-hidden" key={id}>
          <Message text={text} />
        </p>
      ));
  return (
    <div ref={place}>
      <div className="toasts" aria-live="polite">
        {shown(false)}
        <Toasts inDialog={inDialog} />
      </div>
      <div aria-live="assertive">{shown(true)}</div>
    </div>
  );
}

/** What is not inert now, if this place is in it: the topmost modal, else the page. */
function heardAt(place: HTMLElement): HTMLElement | null {
  const top = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1) ?? null;
  return place.closest<HTMLElement>("dialog") === top ? (top ?? document.body) : null;
}

const heard = new WeakSet<Element>();

/** An alert that has just appeared with these words is read by itself, and so is the title of a dialog that opens. */
function isReadByItself(ground: HTMLElement, text: string): boolean {
  const titles = ground.matches("dialog") ? [...ground.querySelectorAll("h2")] : [];
  const fresh = [...ground.querySelectorAll("[role=alert]"), ...titles].filter(
    (one) => !heard.has(one) && one.textContent?.includes(text),
  );
  for (const one of fresh) heard.add(one);
  return fresh.length > 0;
}
