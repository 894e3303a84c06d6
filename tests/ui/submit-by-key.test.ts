// The keys that send a text: none of them within a word that is still being composed.
import type { KeyboardEvent } from "react";
import { expect, test } from "vitest";
import { isPlainEnter, isSendKey } from "~/ui/form/submit-by-key";

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const press = (held: Partial<typeof none>, isComposing: boolean, key = "Enter") =>
  ({ key, ...none, ...held, nativeEvent: { isComposing } }) as KeyboardEvent;

test.each([
  ["Enter", {}, "isPlainEnter"],
  ["Ctrl Enter", { ctrlKey: true }, "isSendKey"],
  ["Cmd Enter", { metaKey: true }, "isSendKey"],
  ["Shift Enter", { shiftKey: true }, null],
  ["Alt Enter", { altKey: true }, null],
] as const)("%s is what it is, and nothing while a word is composed", (_, held, sends) => {
  for (const [name, isIt] of Object.entries({ isPlainEnter, isSendKey })) {
    expect(isIt(press(held, false)), name).toBe(name === sends);
    expect(isIt(press(held, true)), name).toBe(false);
    expect(isIt(press(held, false, "a")), name).toBe(false);
  }
});
