// Makes screen readers say a message. Each intent's action returns its own text.
import { useEffect, useRef, useState } from "react";
import { seconds } from "~/ground/time/duration";
import { Message } from "~/ui/message";
import { showToast, Toasts } from "./toast";
import { settles, type FormMessage } from "./form-message";

interface Line {
  id: number;
  text: string;
  urgent: boolean;
}

const asks = new EventTarget();
let lastId = 0;

/** Lines are removed later, so that reading through the page doesn't find them. */
const stays = seconds(10);

/** Works over an open dialog too. Use `urgent` for errors. */
export function announce(text: string, { urgent = false } = {}): void {
  const line: Line = { id: (lastId += 1), text, urgent };
  setTimeout(() => asks.dispatchEvent(new CustomEvent<Line>("line", { detail: line })), settles);
}

const announced = new WeakSet<FormMessage>();

export function useAnnounced(result: FormMessage | null | undefined): void {
  useEffect(() => {
    if (!result || announced.has(result)) return;
    announced.add(result);
    if (result.error) announce(result.error, { urgent: true });
    // An Undo must be visible, so it is a toast.
    else if (result.undo) showToast(result);
    else if (result.message) announce(result.message);
  }, [result]);
}

/** Regions must exist before their text changes. Each modal needs its own, because it makes the rest inert. */
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

/** The topmost modal, or the page if there is none; null if `place` is outside it. */
function heardAt(place: HTMLElement): HTMLElement | null {
  const top = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1) ?? null;
  return place.closest<HTMLElement>("dialog") === top ? (top ?? document.body) : null;
}

const heard = new WeakSet<Element>();

/** Screen readers read a new alert, and the title of a dialog that opens, without help. */
function isReadByItself(ground: HTMLElement, text: string): boolean {
  const titles = ground.matches("dialog") ? [...ground.querySelectorAll("h2")] : [];
  const fresh = [...ground.querySelectorAll("[role=alert]"), ...titles].filter(
    (element) => !heard.has(element) && element.textContent?.includes(text),
  );
  for (const one of fresh) heard.add(one);
  return fresh.length > 0;
}
