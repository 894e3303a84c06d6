// Turns a dialog that the server rendered into a modal, with the browser's own focus handling.
import { useEffect, useRef, useState, type MouseEvent, type SyntheticEvent } from "react";
import { useNavigate } from "@remix-run/react";
import { useBeforePaint } from "~/ui/use-before-paint";

/** Where the focus returns to, passed from a modal to the one that replaces it. */
let handedOn: HTMLElement | null = null;

/** If something inside has `data-unsaved`, closing sets `question`, which is asked first. */
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
    if (!dialog.open) dialog.showModal();
    ask(true);
  };
  const stay = () => ask(false);

  // Only now: while the question is open, everything under it is inert.
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) ref.current?.querySelector<HTMLElement>("[data-unsaved]")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  // Before paint: a Tab in between would change where the focus returns to.
  useBeforePaint(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // A click on the rendered backdrop may end on the modal's own.
    pressedBackdrop.current = dialog.previousElementSibling?.matches(".backdrop:active") ?? false;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const scrolled = dialog.scrollTop;
    dialog.removeAttribute("open");
    dialog.showModal();
    // The focus must not move while the user types: the rest of a password could land in another field.
    const isTyping = before !== null && before !== dialog && dialog.contains(before);
    const first = dialog.querySelector<HTMLElement>("[aria-invalid=true], [data-autofocus]");
    (isTyping ? before : first)?.focus();
    // showModal scrolls to its first link, so a click could hit something else.
    if (isTyping || !first) dialog.scrollTop = scrolled;
    cameFrom.current = before === document.body && handedOn ? handedOn : before;
    return () => void (handedOn = cameFrom.current);
  }, []);

  // A separate effect: the first one's cleanup runs while the modal still makes the page inert.
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
    // Chromium lets a second Escape close the dialog; that cancel isn't cancelable, and close follows.
    onCancel: (event: SyntheticEvent) => isOwn(event) && event.cancelable && close(event),
    onClose: (event: SyntheticEvent) => isOwn(event) && close(event),
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      pressedBackdrop.current = event.button === 0 && isOutside(event);
    },
    // A drag that starts inside, such as selecting text, must not close the dialog.
    onMouseUp: (event: MouseEvent<HTMLDialogElement>) => pressedBackdrop.current && isOutside(event) && close(event),
  };
  return { modal, question: isAsking ? { onStay: stay, onLeave: leave } : null };
}

/** React bubbles cancel and close, so a file field or a select inside must not close the dialog. */
const isOwn = (event: SyntheticEvent): boolean => event.target === event.currentTarget;

function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (!isOwn(event)) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
