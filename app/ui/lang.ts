// Finds the language of a text: some of the specification's sentences are Chinese.

export const langOf = (text: unknown): "zh" | undefined =>
  typeof text === "string" && /\p{Script=Han}/u.test(text) ? "zh" : undefined;
