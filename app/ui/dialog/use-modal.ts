// Turns a dialog that the server rendered open into a modal one: focus, Escape and the backdrop, by the browser's own means.
import { useEffect, useRef, useState, type MouseEvent, type SyntheticEvent } from "react";
import { useNavigate } from "@remix-run/react";
import { useBeforePaint } from "~/ui/use-before-paint";

/** Where the focus returns to after a modal that makes way for another in this very moment: the other takes it over. */
let handedOn: HTMLElement | null = null;

/**
 * Props for a `<dialog open>`. Without a script it stays an open dialog over a backdrop that links to `closeTo`;
 * with one, Escape and a press on the backdrop go to `closeTo`, and the focus returns to where it was. Both may be by mistake:
 * where something inside is marked `data-unsaved` there is a `question` to ask first.
 */
export function useModal(closeTo: string) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedBackdrop = useRef(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  const navigate = useNavigate();
  const [isAsking, ask] = useState(false);
  const leave = () => navigate(closeTo, { preventScrollReset: true });
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    const dialog = ref.current;
    if (!dialog?.querySelector("[data-unsaved]")) return leave();
    // The browser may have closed it already, and the words with it.
    if (!dialog.open) dialog.showModal();
    ask(true);
  };
  const stay = () => ask(false);

  // Once the question is gone: while it is open nothing under it takes the focus.
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) ref.current?.querySelector<HTMLElement>("[data-unsaved]")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  // A Tab between the dialog's arrival and this would be where the focus returns to.
  useBeforePaint(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // A press on the rendered backdrop may have begun before the script came, and ends on the modal's own.
    pressedBackdrop.current = dialog.previousElementSibling?.matches(".backdrop:active") ?? false;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const scrolled = dialog.scrollTop;
    dialog.removeAttribute("open");
    dialog.showModal();
    // Whoever was typing before the script came must not find the rest of a password in the field above it.
    const isTyping = before !== null && before !== dialog && dialog.contains(before);
    const first = dialog.querySelector<HTMLElement>("[aria-invalid=true], [data-autofocus]");
    (isTyping ? before : first)?.focus();
    // The browser has focused its first link and gone there. A press on what was scrolled to would meet something else.
    if (isTyping || !first) dialog.scrollTop = scrolled;
    cameFrom.current = before === document.body && handedOn ? handedOn : before;
    return () => void (handedOn = cameFrom.current);
  }, []);

  // Not by the same effect: that one ends while the modal still stands, and nothing under it takes the focus.
  useEffect(
    () => () => {
      handedOn = null;
      if (cameFrom.current?.isConnected) cameFrom.current.focus({ preventScroll: true });
    },
    [],
  );

  const modal = {
    ref,
    open: true,
    // Chromium lets a second Escape close the dialog without asking: that one can't be cancelled, and close comes next.
    onCancel: (event: SyntheticEvent) => isOwn(event) && event.cancelable && close(event),
    onClose: (event: SyntheticEvent) => isOwn(event) && close(event),
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      pressedBackdrop.current = event.button === 0 && isOutside(event);
    },
    // A press that began inside, such as selecting text, and ended on the backdrop isn't meant to close.
    onMouseUp: (event: MouseEvent<HTMLDialogElement>) => pressedBackdrop.current && isOutside(event) && close(event),
  };
  return { modal, question: isAsking ? { onStay: stay, onLeave: leave } : null };
}

/** React lets cancel and close bubble, the browser doesn't: a file field or a select inside must not close the dialog. */
const isOwn = (event: SyntheticEvent): boolean => event.target === event.currentTarget;

function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (!isOwn(event)) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
