// The journal of a tweet in plain words: what was done with it, when, and what came back. Pure.
export interface JournalEvent {
  at: number;
  kind: string;
  /** A sentence or a code, as the kind says. */
  detail: string | null;
}

const reasons: Record<string, string> = {
  unreachable: "X could not be reached",
  rate_limited: "X's rate limit was reached",
  unauthorized: "X did not accept the account's authorization",
  credits: "the app's credits at X were used up",
  suspended: "X had suspended the account",
  usage_cap: "X's monthly cap was reached",
};

const unknowns: Record<string, string> = {
  duplicate: "X called it a duplicate. It may be our own post, so the account's posts will be read.",
  server_error: "X answered with an error of its own. It may be out, so the account's posts will be read.",
  stopped: "The server stopped while it was being sent. The account's posts will be read to find out.",
  lost: "X's answer was lost. It may be out, so the account's posts will be read.",
};

const again = (detail: string | null): string => (detail && reasons[detail]) ?? "it could not be sent";

/** One sentence an event; what is not known here is told as it was written. */
export function sentenceOf({ kind, detail }: JournalEvent): string {
  switch (kind) {
    case "scheduled":
      return `Put on the timeline. ${detail ?? ""}`.trim();
    case "postponed":
      return detail ?? "Moved to another moment.";
    case "taken_off":
      return `Taken off the timeline. ${detail ?? ""}`.trim();
    case "edited":
      return "Its words were changed.";
    case "sending":
      return "Sent to X.";
    case "published":
      return "X took it.";
    case "not_sent":
    case "refused":
      return `Not sent: ${again(detail)}. It stays on the timeline.`;
    case "waiting":
      return "Not sent: X's rate limit was reached. It waits until X takes posts again.";
    case "failed":
      return `Failed: ${(detail && reasons[detail]) ?? detail ?? "X refused it"}.`;
    case "unknown":
      return unknowns[detail ?? "lost"] ?? unknowns["lost"] ?? "";
    case "found":
      return "Found among the account's posts: it is out.";
    case "absent":
      return "Twice not found among the account's posts: it will be sent once more.";
    case "asked":
      return "The account's posts can't be read, so nothing is sent until you say whether it is out.";
    case "person_found":
      return "You said that it is out.";
    case "person_absent":
      return "You said that it is not out.";
    default:
      return detail ?? kind;
  }
}
