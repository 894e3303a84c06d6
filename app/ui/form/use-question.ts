// Checks a screen's main field before it is sent.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isPlainEnter, isSendKey, sendFormOf } from "./submit-by-key";

/** Enter, which a disabled button swallows, sets the `refusal` as the `reason` to show. */
export function useQuestion<Element extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(
  before: string,
  refuse: (text: string) => string | null,
) {
  const input = useRef<Element>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const refusal = refuse(typed ?? before);

  // Text may have been typed before hydration, so nothing is refused until it was read.
  useEffect(() => setTyped(input.current?.value ?? ""), []);

  return {
    refusal: typed === null ? null : refusal,
    reason,
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
        if (event.currentTarget instanceof HTMLTextAreaElement) sendFormOf(event);
      },
    },
  };
}
