// What the API says where it refuses: the contract's envelope.

export const refused = (sentence: string, detail: unknown = null) => ({
  success: false,
  error: sentence,
  detail: detail ?? sentence,
});
