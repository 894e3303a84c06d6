// Every refusal of X's that was seen or is documented, in each of its shapes, and whom it is about.
import type { Refusal } from "~/ports/network/problem";

export interface KnownRefusal {
  name: string;
  status: number;
  body: unknown;
  about: Refusal["about"];
  /** Where that about which it is has codes. */
  code?: string;
}

type Row = [name: string, status: number, body: unknown, code?: string];

const problem = (type: string, detail = "No.", title = "Forbidden") => ({
  title,
  detail,
  type: type === "about:blank" ? type : `https://api.twitter.com/2/problems/${type}`,
});
const says = (detail: string) => problem("about:blank", detail);
const v1 = (code: number, message = "No.") => ({ errors: [{ code, message }] });
const invalid = (field: string | null) => ({
  errors: [{ parameters: field === null ? {} : { [field]: ["1"] }, message: "No." }],
  ...problem("invalid-request", "One or more parameters to your request was invalid.", "Invalid Request"),
});
const page = "<html><body>Blocked by policy</body></html>";
const typed = (status: number, ...types: string[]): Row[] => types.map((type) => [type, status, problem(type)]);

const rows: Record<Refusal["about"], Row[]> = {
  account: [
    ["suspended", 403, problem("user-suspended", "The user used for authentication is suspended"), "suspended"],
    ["64", 403, v1(64, "Your account may not do this."), "suspended"],
    ["suspended by its words", 403, says("The user used for authentication is suspended"), "suspended"],
    ["326", 403, v1(326, "To protect our users from spam, log in to unlock."), "locked"],
    ["locked by its words", 403, says("This account is temporarily locked."), "locked"],
  ],
  app: [
    ["credits", 402, problem("credits", "does not have any credits", "CreditsDepleted"), "credits"],
    ["the month's cap", 429, problem("usage-capped", "Monthly product cap", "UsageCapExceeded"), "usage_cap"],
    ["client-forbidden", 403, problem("client-forbidden", "attached to a Project"), "client_forbidden"],
    ["unsupported-authentication", 403, problem("unsupported-authentication"), "client_forbidden"],
    ["87", 403, v1(87, "Client is not permitted to perform this action."), "client_forbidden"],
    ["416", 403, v1(416, "Invalid / suspended application"), "client_forbidden"],
    ["453", 403, v1(453, "You currently have access to a subset of X API V2 endpoints"), "client_forbidden"],
    ["oauth1-permissions", 403, problem("oauth1-permissions", "No rights."), "write_forbidden"],
    [
      "permissions by their words",
      403,
      says("Your client app is not configured with the appropriate oauth1 app permissions for this endpoint."),
      "write_forbidden",
    ],
    ["261", 403, v1(261, "Application cannot perform write actions."), "write_forbidden"],
  ],
  authorization: [
    ["401", 401, problem("about:blank", "Unauthorized", "Unauthorized")],
    ["32", 401, v1(32, "Could not authenticate you.")],
    ["89", 403, v1(89, "Invalid or expired token.")],
  ],
  clock: [["135", 401, v1(135, "Timestamp out of bounds.")]],
  time: [
    ["429", 429, problem("about:blank", "Too Many Requests"), "rate_limited"],
    ["429 of a proxy", 429, page, "rate_limited"],
    ["rate-limit-exceeded", 403, problem("rate-limit-exceeded"), "rate_limited"],
    ["88", 429, v1(88, "Rate limit exceeded"), "rate_limited"],
    ["185", 403, v1(185, "User is over daily status update limit."), "post_limit"],
    ["226", 403, v1(226, "This request looks like it might be automated."), "seems_automated"],
  ],
  tweet: [
    ["too long", 400, says("Your Tweet text is too long."), "too_long"],
    ["186", 403, v1(186, "A bit shorter."), "too_long"],
    ["duplicate", 403, says("You are not allowed to create a Tweet with duplicate content."), "duplicate"],
    ["187", 403, v1(187, "Status is one."), "duplicate"],
    ["replies", 403, says("Reply to this conversation is not allowed because"), "reply_restricted"],
    ["replies since July", 403, says("You can only reply to or quote posts where"), "reply_restricted"],
    ["385", 403, v1(385, "Gone."), "parent_unseen"],
    ["hidden parent", 403, says("a Tweet that is deleted or not visible to you."), "parent_unseen"],
    ["cashtag", 403, says("A post may hold a maximum of one cashtag."), "cashtag"],
    ["its pictures", 400, invalid("media.media_ids"), "media_invalid"],
    ["its words", 400, invalid("text"), "invalid_request"],
    ["what it answers", 400, invalid("reply.in_reply_to_tweet_id"), "invalid_request"],
  ],
  unsure: [
    ["not permitted", 403, says("You are not permitted to perform this action."), "not_permitted"],
    ["a field of ours", 400, invalid("made_with_ai"), "invalid_request"],
    ["no field", 400, invalid(null), "invalid_request"],
    ["nothing", 403, {}, "refused"],
    ["no words", 403, problem("about:blank", "", ""), "refused"],
    ["a code of tomorrow's", 403, v1(999), "refused"],
    ...typed(403, "conflict", "disallowed-resource", "not-authorized-for-resource", "not-authorized-for-field"),
    ...typed(404, "resource-not-found", "resource-unavailable"),
    ...typed(403, "field-unauthorized", "field-hydration-failure"),
    // X says these of streams and their rules, never of a post; of whom they are is as unknown.
    ...typed(400, "client-disconnected", "operational-disconnect", "streaming-connection"),
    ...typed(400, "duplicate-rules", "invalid-rules", "noncompliant-rules", "rule-cap"),
  ],
  proxy: [
    ...[400, 401, 402, 403, 404, 407, 413, 451].map((status): Row => [`a page with ${status}`, status, page]),
    ["an empty body", 403, ""],
    ["no body", 404, null],
    ["JSON of another's", 403, { message: "Forbidden" }],
  ],
  network: [
    ["internal-error", 500, problem("internal-error")],
    ["503", 503, problem("about:blank", "Service Unavailable")],
    ["a page with 502", 502, page],
    ["408", 408, {}],
    ["a redirect", 302, ""],
  ],
};

export const knownRefusals: KnownRefusal[] = Object.entries(rows).flatMap(([about, some]) =>
  some.map(([name, status, body, code]) => ({
    name,
    status,
    body,
    about: about as Refusal["about"],
    ...(code === undefined ? {} : { code }),
  })),
);

export const refusalsAbout = (...abouts: Refusal["about"][]): KnownRefusal[] =>
  knownRefusals.filter(({ about }) => abouts.includes(about));
