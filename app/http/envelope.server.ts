// What the API says where it refuses: the contract's envelope, and how to ask instead.

export const refused = (sentence: string, detail: unknown = null) => ({
  success: false,
  error: sentence,
  detail: detail ?? sentence,
});

/** The WWW-Authenticate of a 401 (RFC 6750). No browser shows a dialog for Bearer. */
export const challenge = (keyCame: boolean): string =>
  `Bearer realm="Linnet"${keyCame ? ', error="invalid_token"' : ""}`;
