// Which of the written tweets are good enough to show: pure.

/** A batch asks for this many, and one with fewer than `fewest` usable ones has failed. */
export const askFor = 5;
export const fewest = 3;

export const sentences = {
  failed: "Generation failed. Please try again.",
  timeout: "Generation timeout. Please try again.",
  tooFew: "The writer came back with too little that could be posted. Please try again, or say more about the topic.",
} as const;

/** Tidies, drops what can't be posted and what says the same twice; keeps the writer's order. */
export function chooseUsable(
  texts: readonly string[],
  rules: { isPostable: (text: string) => boolean; fingerprint: (text: string) => string },
): string[] {
  const seen = new Set<string>();
  return texts
    .map((text) => text.normalize("NFC").trim())
    .filter((text) => {
      const print = rules.fingerprint(text);
      if (!rules.isPostable(text) || seen.has(print)) return false;
      seen.add(print);
      return true;
    });
}
