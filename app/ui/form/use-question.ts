// The one large question of a screen: what would be refused of it is known before it is sent.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isPlainEnter, isSendKey, sendFormOf } from "./submit-by-key";

/**
 * Without a script the button is always enabled and the server answers. With one it can be disabled while there is a
 * `refusal`, and Enter, which a disabled button swallows, gives it as the `reason` to show. In a field of several lines
 * Enter sends too, and Shift with it breaks the line.
 */
export function useQuestion<Element extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  before: string,
  refuse: (text: string) => string | null,
) {
  const input = useRef<Element>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const refusal = refuse(typed ?? before);

  // What was typed before the script arrived counts too: until it is read nothing is refused, or a press at that moment
  // would be swallowed.
  useEffect(() => setTyped(input.current?.value ?? ""), []);

  return {
    refusal: typed === null ? null : refusal,
    reason,
    /** Puts a text in its place, as if it had been typed. */
    fill(text: string) {
      if (!input.current) return;
      input.current.value = text;
      input.current.focus();
      setTyped(text);
      setReason(null);
    },
    field: {
      ref: input,
      onInput: () => {
        setTyped(input.current?.value ?? "");
        setReason(null);
      },
      onKeyDown: (event: KeyboardEvent<Element>) => {
        if (!isPlainEnter(event) && !isSendKey(event)) return;
        setReason(refusal);
        // A field of one line is sent by the browser itself.
        if (event.currentTarget instanceof HTMLTextAreaElement) sendFormOf(event);
      },
    },
  };
}
