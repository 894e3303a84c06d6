// Describes the journal events of a tweet in plain sentences. Pure.
export interface JournalEvent {
  at: number;
  kind: string;
  /** A sentence or a code, depending on the kind. */
  detail: string | null;
  keyName?: string | null;
}

export type JournalTone = "good" | "wrong" | "unsure" | "plain";

const tones: Record<string, JournalTone> = {
  published: "good",
  deleted: "good",
  found: "good",
  person_found: "good",
  not_sent: "wrong",
  refused: "wrong",
  waiting: "wrong",
  failed: "wrong",
  missed: "wrong",
  deletion_waits: "wrong",
  not_deleted: "wrong",
  unknown: "unsure",
  absent: "unsure",
  restored: "unsure",
  deletion_again: "unsure",
  asked: "unsure",
  needs_confirmation: "unsure",
};

export const toneOf = ({ kind }: Pick<JournalEvent, "kind">): JournalTone => tones[kind] ?? "plain";

export const needsAttention = (events: readonly JournalEvent[]): boolean =>
  ["wrong", "unsure"].includes(toneOf(events.at(-1) ?? { kind: "" }));

const reasons: Record<string, string> = {
  unreachable: "{X} could not be reached",
  rate_limited: "the rate limit of {X} was reached",
  unauthorized: "{X} did not accept the account's authorization",
  credits: "the app's credits at {X} were used up",
  suspended: "{X} had suspended the account",
  usage_cap: "the monthly cap of {X} was reached",
  locked: "{X} had locked the account",
  client_forbidden: "{X} did not let this server's app post",
  write_forbidden: "{X} let this server's app read only",
  post_limit: "{X} took no more posts from the account for a while",
  seems_automated: "{X} took the account's posts for automated ones",
  not_from_x: "something between this server and {X} answered in its place",
  clock_wrong: "this server's clock was wrong",
  duplicate: "{X} called it a duplicate of an earlier one",
  media_invalid: "{X} no longer had its pictures",
};

const unknowns: Record<string, string> = {
  duplicate: "{X} called it a duplicate. It may be our own post, so the account's posts will be read.",
  server_error: "{X} answered with an error of its own. It may be out, so the account's posts will be read.",
  stopped: "The server stopped while it was being sent. The account's posts will be read to find out.",
  lost: "The answer of {X} was lost. It may be out, so the account's posts will be read.",
};

const again = (detail: string | null): string => (detail && reasons[detail]) ?? "it could not be sent";
const waiting = (detail: string | null): string =>
  ((detail && reasons[detail]) ?? detail ?? "it has to wait").replace(/\.$/, "");
const failure = (detail: string | null): string =>
  ((detail && reasons[detail]) ?? detail ?? "{X} refused it").replace(/\.$/, "");

/** {X} stands for the network. Unknown kinds return their detail as written. */
function wordsOf({ kind, detail, keyName }: JournalEvent): string {
  switch (kind) {
    case "by_key":
      return keyName ? `${detail ?? "Changed"} by the key '${keyName}'.` : `${detail ?? "Changed"} by an API key.`;
    case "scheduled":
      return `Put on the timeline. ${detail ?? ""}`.trim();
    case "moved":
      return `Moved to another time. ${detail ?? ""}`.trim();
    case "postponed":
      return detail ?? "Moved to another moment.";
    case "taken_off":
      return `Unscheduled. ${detail ?? ""}`.trim();
    case "dismissed":
      return "You dismissed it. It is off the timeline.";
    case "edited":
      return "Its words were changed.";
    case "pictures":
      return "Its pictures were changed.";
    case "account":
      return `It goes out as ${detail ?? "another account"} from now on.`;
    case "waits":
      return `It waits: ${detail ?? "its account"} is paused. Resume the account, and it goes on.`;
    case "soon":
      return `You pressed Post Now: it goes out as ${detail ?? "its account"} in five seconds, unless you take it back.`;
    case "taken_back":
      return "You took it back before it was posted.";
    case "follows":
      return "The part before is out: this one follows in a few seconds.";
    case "continued":
      return "You let the thread go on.";
    case "stopped":
      return "You stopped the thread: what was being sent was the last of it.";
    case "ended":
      return "You ended the thread there.";
    case "delete_ordered":
      return "You ordered that it is deleted from {X}.";
    case "deletion_again":
      return "{X} did not confirm that it is deleted. It is asked again.";
    case "deletion_waits":
      return `Not deleted yet: ${waiting(detail)}.`;
    case "deleted":
      return "It is deleted from {X}.";
    case "not_deleted":
      return `Not deleted. ${detail ?? "Please look at {X}."}`;
    case "sending":
      return "Sent to {X}.";
    case "published":
      return "{X} took it.";
    case "not_sent":
    case "refused":
      return `Not sent: ${again(detail)}. It stays on the timeline.`;
    case "waiting":
      return `Not sent: ${again(detail === "parent_unseen" ? "rate_limited" : detail)}. It waits until {X} takes posts again.`;
    case "failed":
      return `Failed: ${failure(detail)}.`;
    case "unknown":
      return unknowns[detail ?? "lost"] ?? unknowns["lost"] ?? "";
    case "found":
      return "Found among the account's posts: it is out.";
    case "absent":
      return "Twice not found among the account's posts: it will be sent once more.";
    case "restored":
      return "Linnet was restored from an earlier backup. It may be out since, so the account's posts will be read.";
    case "restored_absent":
      return "Not found among the account's posts: it stays on the timeline.";
    case "restored_backlog":
      return "Not found among the account's posts. It was due before the restore, so you decide whether it is posted.";
    // The kind before migration 016.
    case "asked":
    case "needs_confirmation":
      return "The account's posts can't be read, so nothing is sent until you say whether it is out.";
    case "person_found":
      return "You said that it is out.";
    case "person_absent":
      return "You said that it is not out.";
    default:
      return detail ?? kind;
  }
}

/** `network` is named, because in the sandbox nothing happened at X. */
export function sentenceOf(event: JournalEvent, network: "X" | "the sandbox" = "X"): string {
  const words = wordsOf(event).replaceAll("{X}", network);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
