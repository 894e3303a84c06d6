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
  parent_unseen: "X says that the post before it is deleted, or can't be seen yet.",
  media_invalid: "X did not take its pictures: they were sent to X too long ago, or are no longer there.",
  invalid_request: "X could not read this tweet. Change it a little and post again.",
} as const;

/** What has X's own words in it. */
const quoting: Record<string, (detail: string) => string> = {
  reply_refused: (detail) =>
    `X did not let this app answer its own post: “${detail}”. X names thread makers among its uses but does not promise them. You can copy the rest and post it by hand, under the last part that is out.`,
  media_refused: (detail) => `X did not take its picture: “${detail}”.`,
};

export type RefusalCode = keyof typeof messages | "reply_refused" | "media_refused" | "refused";

interface Refusal {
  /** The last path segment of the problem's type. */
  type: string;
  detail: string;
  codes: readonly number[];
  fields?: readonly string[];
}

/** X's two wordings, before July 2026 and since: who may answer whom. */
const isAboutReplies = (detail: string): boolean =>
  /^(reply|quoting).*not allowed/i.test(detail) || /^you can only reply to or quote/i.test(detail);

/**
 * X's code for what it said of one tweet. `isReply`: it was sent as an answer to the account's own post, so that
 * nothing in its words can be to blame. `parent_unseen` is worth another try for a while: X says it of a post that it has
 * just taken, too.
 */
export function refusalCode(problem: Refusal, { isReply = false } = {}): RefusalCode {
  const { type, detail, codes, fields = [] } = problem;
  if (/too long/i.test(detail) || codes.includes(186)) return "too_long";
  if (type === "client-forbidden") return "client_forbidden";
  if (/deleted or not visible/i.test(detail) || codes.includes(385)) return "parent_unseen";
  if (/not permitted/i.test(detail)) return "not_permitted";
  if (isAboutReplies(detail)) return isReply ? "reply_refused" : "reply_restricted";
  if (fields.includes(mediaField) || /media ids are invalid/i.test(detail)) return "media_invalid";
  if (/one cashtag/i.test(detail)) return "cashtag";
  return type === "invalid-request" ? "invalid_request" : "refused";
}

/** The field of X's request that names a post's pictures. */
export const mediaField = "media.media_ids";

/** Where nothing is known of the refusal, X's own words have to do. */
export function refusalSentence(code: string, detail: string): string {
  if (Object.hasOwn(messages, code)) return messages[code as keyof typeof messages];
  const quote = Object.hasOwn(quoting, code) ? quoting[code] : undefined;
  return quote?.(detail) ?? `X refused this tweet: ${detail}`;
}
