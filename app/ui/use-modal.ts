// Turns a dialog that the server rendered open into a modal one: focus, Escape and the veil, by the browser's own means.
import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from "react";
import { useNavigate } from "@remix-run/react";

/**
 * Props for a `<dialog open>`. Without a script it stays an open dialog over a veil that links to `closeTo`;
 * with one, Escape and a press on the veil go to `closeTo`, and the focus returns to where it was. Both may be by mistake:
 * where something inside is marked `data-unsaved` the person is asked first.
 */
export function useModal(closeTo: string) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressedVeil = useRef(false);
  const navigate = useNavigate();
  const close = (event: SyntheticEvent) => {
    event.preventDefault();
    const dialog = ref.current;
    const unsaved = dialog?.querySelector<HTMLElement>("[data-unsaved]");
    if (unsaved && !confirm("What you wrote here is not saved. Close it all the same?")) {
      // The browser may have closed it already, and would then begin at the close cross.
      if (dialog?.open === false) dialog.showModal();
      unsaved.focus();
      return;
    }
    navigate(closeTo, { preventScrollReset: true });
  };

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // A press on the veil may have begun before the script came, and ends on the modal's own backdrop.
    pressedVeil.current = dialog.previousElementSibling?.matches(".veil:active") ?? false;
    const before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    dialog.removeAttribute("open");
    dialog.showModal();
    // Whoever was typing before the script came must not find the rest of a password in the field above it.
    const isTyping = before !== null && before !== dialog && dialog.contains(before);
    const first = dialog.querySelector<HTMLElement>("[aria-invalid=true], [data-autofocus]");
    (isTyping ? before : first)?.focus();
    return () => {
      if (before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return {
    ref,
    open: true,
    // Chromium lets a second Escape close the dialog without asking: that one can't be cancelled, and close comes next.
    onCancel: (event: SyntheticEvent) => isOwn(event) && event.cancelable && close(event),
    onClose: (event: SyntheticEvent) => isOwn(event) && close(event),
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      pressedVeil.current = event.button === 0 && isOutside(event);
    },
    // A press that began inside, such as selecting text, and ended on the veil isn't meant to close.
    onMouseUp: (event: MouseEvent<HTMLDialogElement>) => pressedVeil.current && isOutside(event) && close(event),
  };
}

/** React lets cancel and close bubble, the browser doesn't: a file field or a select inside must not close the dialog. */
const isOwn = (event: SyntheticEvent): boolean => event.target === event.currentTarget;

function isOutside(event: MouseEvent<HTMLDialogElement>): boolean {
  if (!isOwn(event)) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}
