// Some fixed sentences of the product are Chinese in an English page; a screen reader has to be told.

export const langOf = (text: unknown): "zh" | undefined =>
  typeof text === "string" && /\p{Script=Han}/u.test(text) ? "zh" : undefined;
