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
  unreachable: "{X} couldn’t be reached",
  rate_limited: "{X}’s rate limit was reached",
  unauthorized: "{X} didn’t accept the account’s authorization",
  credits: "the app’s credits on {X} were used up",
  suspended: "{X} has suspended the account",
  usage_cap: "{X}’s monthly limit for this app was reached",
  locked: "{X} has locked the account",
  client_forbidden: "{X} didn’t let this server’s app post",
  write_forbidden: "{X} gave this server’s app read-only access",
  post_limit: "{X} temporarily stopped accepting posts from the account",
  seems_automated: "{X} flagged the account’s posts as automated",
  not_from_x: "something on the network answered instead of {X}",
  clock_wrong: "this server’s clock was wrong",
  duplicate: "{X} called it a duplicate of an earlier one",
  media_invalid: "{X} no longer had its images",
};

const unknowns: Record<string, string> = {
  duplicate:
    "{X} called this tweet a duplicate. The earlier post may be Linnet’s own, so Linnet will check the account’s posts.",
  server_error: "{X} had an internal error. This tweet may be posted, so Linnet will check the account’s posts.",
  stopped: "The server stopped while this tweet was being posted. Linnet will check the account’s posts.",
  lost: "{X} didn’t confirm. This tweet may be posted, so Linnet will check the account’s posts.",
};

const again = (detail: string | null): string => (detail && reasons[detail]) ?? "something went wrong";
const waiting = (detail: string | null): string =>
  ((detail && reasons[detail]) ?? detail ?? "Linnet will try again").replace(/\.$/, "");
const failure = (detail: string | null): string =>
  ((detail && reasons[detail]) ?? detail ?? "{X} refused it").replace(/\.$/, "");

/** {X} stands for the network. Unknown kinds return their detail as written. */
function wordsOf({ kind, detail, keyName }: JournalEvent): string {
  switch (kind) {
    case "by_key":
      return keyName ? `${detail ?? "Changed"} by the key “${keyName}”.` : `${detail ?? "Changed"} by an API key.`;
    case "scheduled":
      return `Scheduled. ${detail ?? ""}`.trim();
    case "moved":
      return `Moved to another time. ${detail ?? ""}`.trim();
    case "postponed":
      return detail ?? "Moved to another time.";
    case "taken_off":
      return `Unscheduled. ${detail ?? ""}`.trim();
    case "dismissed":
      return "Dismissed.";
    case "edited":
      return "Text edited.";
    case "pictures":
      return "Images changed.";
    case "account":
      return `Will post as ${detail ?? "another account"}.`;
    case "waits":
      return `On hold: ${detail ?? "its account"} is paused. Resume it to post this.`;
    case "soon":
      return `You clicked Post Now. Posting as ${detail ?? "its account"} in 5 seconds.`;
    case "taken_back":
      return "You clicked Undo before it was posted.";
    case "follows":
      return "The previous part is posted. This one follows in a few seconds.";
    case "continued":
      return "You resumed the thread.";
    case "stopped":
      return "You stopped the thread. The part being posted was the last one.";
    case "ended":
      return "You ended the thread.";
    case "delete_ordered":
      return "You asked Linnet to delete this post from {X}.";
    case "deletion_again":
      return "{X} didn’t confirm the deletion. Trying again.";
    case "deletion_waits":
      return `Not deleted yet: ${waiting(detail)}.`;
    case "deleted":
      return "Deleted from {X}.";
    case "not_deleted":
      return `Not deleted. ${detail ?? "Check {X}."}`;
    case "sending":
      return "Sent to {X}.";
    case "published":
      return "Accepted by {X}.";
    case "not_sent":
    case "refused":
      return `Not sent: ${again(detail)}. It stays scheduled.`;
    case "waiting":
      return `Not sent: ${again(detail === "parent_unseen" ? "rate_limited" : detail)}. It’s on hold until {X} accepts posts again.`;
    case "failed":
      return `Failed: ${failure(detail)}.`;
    case "unknown":
      return unknowns[detail ?? "lost"] ?? unknowns["lost"] ?? "";
    case "found":
      return "Found on {X}.";
    case "absent":
      return "Checked twice: not found on {X}. Linnet will try to post it again.";
    case "restored":
      return "Linnet was restored from an earlier backup. This tweet may have been posted since, so Linnet will check the account’s posts.";
    case "restored_absent":
      return "Not found among the account’s posts. It stays scheduled.";
    case "restored_backlog":
      return "Not found among the account’s posts. It was due before the restore, so you decide whether to post it.";
    // The kind before migration 016.
    case "asked":
    case "needs_confirmation":
      return "Linnet can’t read the account’s posts, so nothing is posted until you say whether this tweet is on {X}.";
    case "person_found":
      return "You confirmed it’s posted.";
    case "person_absent":
      return "You confirmed that it isn’t posted.";
    default:
      return detail ?? kind;
  }
}

/** `network` is named, because in the sandbox nothing happened at X. */
export function sentenceOf(event: JournalEvent, network: "X" | "the sandbox" = "X"): string {
  const words = wordsOf(event).replaceAll("{X}", network);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
