// What X's known refusals of one tweet mean for the person who wrote it. Pure.
const messages = {
  too_long: "X counts this tweet as too long. Shorten it and post again.",
  not_permitted:
    "X does not permit this account to post this. Look at the account on X: it may be locked, limited or out of permissions.",
  client_forbidden:
    "X does not let this server's app post: at X's developer portal it must belong to a project. Whoever runs the server can change that.",
  reply_restricted:
    "X lets nobody answer there who was not mentioned. Take the @mention at the start out and post again.",
  cashtag: "X takes one $cashtag in a tweet. Leave one in and post again.",
  invalid_request: "X could not read this tweet. Change it a little and post again.",
} as const;

export type RefusalCode = keyof typeof messages | "refused";

/** The problem's type is its last path segment. */
export function refusalCode(problem: { type: string; detail: string; codes: readonly number[] }): RefusalCode {
  const { type, detail, codes } = problem;
  if (/too long/i.test(detail) || codes.includes(186)) return "too_long";
  if (type === "client-forbidden") return "client_forbidden";
  if (/not permitted/i.test(detail)) return "not_permitted";
  if (/^(reply|quoting).*not allowed/i.test(detail)) return "reply_restricted";
  if (/one cashtag/i.test(detail)) return "cashtag";
  return type === "invalid-request" ? "invalid_request" : "refused";
}

/** Where nothing is known of the refusal, X's own words have to do. */
export const refusalSentence = (code: string, detail: string): string =>
  Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : `X refused this tweet: ${detail}`;
