// Defines the operator's actions and the wording of their confirmations. Pure.
export const personOperations = ["invite", "withdraw", "link", "share", "disable", "enable", "delete"] as const;
export type PersonOperation = (typeof personOperations)[number];

export interface Stake {
  email: string;
  scheduled: number;
  bots: number;
  /** US dollars a day; null if not set. */
  shareUsd: number | null;
}

const counted = (n: number, singular: string, plural: string): string => (n === 1 ? `1 ${singular}` : `${n} ${plural}`);

const tweets = (n: number) => counted(n, "scheduled tweet", "scheduled tweets");
const bots = (n: number) => counted(n, "bot", "bots");

export function questionOf(
  operation: PersonOperation,
  { email, scheduled, bots: running }: Stake,
): Record<"title" | "text" | "button", string> {
  switch (operation) {
    case "invite":
      return {
        title: "Invite someone",
        text: "They get a link to create an account. It works once and expires in 7 days. You’ll see the link only once. Linnet also emails it if email is set up.",
        button: "Create invitation",
      };
    case "withdraw":
      return {
        title: "Cancel this invitation?",
        text: `The link for ${email} will stop working.`,
        button: "Cancel invitation",
      };
    case "link":
      return {
        title: "Password reset link",
        text: `${email} can set a new password with this link. It works once and expires in 24 hours. You’ll see the link only once. Two-factor authentication still applies. Make sure the request really came from them.`,
        button: "Create reset link",
      };
    case "share":
      return {
        title: "Set the daily spending share?",
        text: `Reserves this much of DAILY_SPEND_LIMIT per day for ${email}. Leave it empty to share the rest equally.`,
        button: "Set share",
      };
    case "disable":
      return {
        title: "Disable this account?",
        text: `Signs ${email} out of every browser and stops their API keys right away. ${running > 0 ? `${bots(running)} ${running === 1 ? "stops" : "stop"}. ` : ""}${scheduled > 0 ? `${tweets(scheduled)} ${scheduled === 1 ? "stays" : "stay"} on hold until you enable the account again.` : "Nothing is scheduled."}`,
        button: "Disable",
      };
    case "enable":
      return {
        title: "Enable this account?",
        text: `${email} can sign in again. Missed tweets are rescheduled. Bots stay stopped until ${email} restarts them, and API keys stay paused until re-enabled in Settings.`,
        button: "Enable",
      };
    case "delete":
      return {
        title: "Delete this account?",
        text: `Deletes ${email} with all tweets, connected accounts and bots. ${scheduled > 0 ? `${tweets(scheduled)} won’t post. ` : ""}This can’t be undone. Backups keep a copy until they’re replaced.`,
        button: "Delete permanently",
      };
  }
}
