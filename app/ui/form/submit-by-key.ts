// Keys that send a text of several lines. A form is sent as by its own button: not while that is busy or disabled.
import type { KeyboardEvent } from "react";

/** Enter where it would break a line is Enter in a word that is still being composed, too: that one is never taken. */
const isEnter = (event: KeyboardEvent): boolean => event.key === "Enter" && !event.nativeEvent.isComposing;

/** Ctrl Enter, and Cmd Enter on a Mac. */
export const isSendKey = (event: KeyboardEvent): boolean => isEnter(event) && (event.ctrlKey || event.metaKey);

/** Enter alone; with Shift it breaks the line. */
export const isPlainEnter = (event: KeyboardEvent): boolean =>
  isEnter(event) && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;

/** Presses the submit button of the field's form, wherever in the page it stands. */
export function sendFormOf(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  event.preventDefault();
  const { form } = event.currentTarget;
  const button = [...(form?.elements ?? [])].find(
    (one): one is HTMLButtonElement => one instanceof HTMLButtonElement && one.type === "submit",
  );
  if (!form || !button || button.disabled || button.ariaDisabled === "true" || button.ariaBusy === "true") return;
  form.requestSubmit(button);
}
