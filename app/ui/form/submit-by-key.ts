// Keys that submit a text area, unless the form's button is busy or disabled.
import type { KeyboardEvent } from "react";

/** While a word is being composed (IME), Enter belongs to the composition. */
const isEnter = (event: KeyboardEvent): boolean => event.key === "Enter" && !event.nativeEvent.isComposing;

/** Ctrl+Enter, or Cmd+Enter on a Mac. */
export const isSendKey = (event: KeyboardEvent): boolean => isEnter(event) && (event.ctrlKey || event.metaKey);

export const isPlainEnter = (event: KeyboardEvent): boolean =>
  isEnter(event) && !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;

export function sendFormOf(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  event.preventDefault();
  const { form } = event.currentTarget;
  const button = [...(form?.elements ?? [])].find(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === "submit",
  );
  if (!form || !button || button.disabled || button.ariaDisabled === "true" || button.ariaBusy === "true") return;
  form.requestSubmit(button);
}
