// Defines the operator's actions and the wording of their confirmations. Pure.
export const personDeeds = ["invite", "withdraw", "link", "share", "disable", "enable", "delete"] as const;
export type PersonDeed = (typeof personDeeds)[number];

export interface Stake {
  email: string;
  scheduled: number;
  bots: number;
  /** US dollars a day; null if not set. */
  shareUsd: number | null;
}

const plural = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

const tweets = (n: number) => plural(n, "scheduled tweet", "scheduled tweets");
const bots = (n: number) => plural(n, "bot", "bots");

export function questionOf(
  deed: PersonDeed,
  { email, scheduled, bots: running }: Stake,
): Record<"title" | "text" | "button", string> {
  switch (deed) {
    case "invite":
      return {
        title: "Invite somebody",
        text: "They make an account with a link that works once, for seven days. It is shown to you once, and mailed to them where mail is set up.",
        button: "Make the link",
      };
    case "withdraw":
      return {
        title: "Withdraw the invitation?",
        text: `The link of ${email} opens nothing any more.`,
        button: "Withdraw",
      };
    case "link":
      return {
        title: "Link for a new password",
        text: `With it ${email} chooses another password, once, within a day. It is shown to you once. A second step is asked for all the same. Make sure that it was they who asked.`,
        button: "Make the link",
      };
    case "share":
      return {
        title: "Set the share of a day’s spending?",
        text: `${email} can spend this much a day of DAILY_SPEND_LIMIT, and nobody else can use it. Leave it empty to share the rest equally.`,
        button: "Set share",
      };
    case "disable":
      return {
        title: "Disable this account?",
        text: `${email}: every browser is signed out, and no API key serves, at once. ${running > 0 ? `${bots(running)} of theirs stop${running === 1 ? "s" : ""}. ` : ""}${scheduled > 0 ? `${tweets(scheduled)} wait${scheduled === 1 ? "s" : ""} until you enable the account again.` : "Nothing is scheduled."}`,
        button: "Disable",
      };
    case "enable":
      return {
        title: "Enable this account?",
        text: `${email} may sign in again. What fell due meanwhile gets new moments; bots stay stopped until they start them, and their API keys wait until they keep them in Settings.`,
        button: "Enable",
      };
    case "delete":
      return {
        title: "Delete this account?",
        text: `${email}: the account goes with everything in it: tweets, linked accounts, bots. ${scheduled > 0 ? `${tweets(scheduled)} will not go out. ` : ""}This can't be undone; backups hold it until they are replaced.`,
        button: "Delete for good",
      };
  }
}
