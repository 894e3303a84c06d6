// Composes the alert mail to a user. Pure.
import { truncate } from "~/features/tweets/text";
import type { MailKind } from "./kinds";

export interface Line {
  /** First words or name; null if the item was deleted. */
  what: string | null;
  why: string | null;
}

export interface AlertMail {
  subject: string;
  text: string;
}

interface Contents {
  kind: MailKind;
  count: number;
  lines: readonly Line[];
  appOrigin: string;
}

const maxLines = 5;
const maxWords = 80;

const places: Record<MailKind, string> = {
  tweet_failed: "/timeline",
  account: "/timeline?panel=sidebar",
  bot: "/bot",
  weekly_summary: "/timeline",
  new_browser: "/settings/security",
  factor_off: "/settings/security",
  webhook: "/settings/programs",
};

const number = (n: number, singular: string, plural: string): string => (n === 1 ? singular : `${n} ${plural}`);

const subjects: Record<MailKind, (n: number) => string> = {
  tweet_failed: (n) => number(n, "A tweet needs your attention", "tweets need your attention"),
  account: (n) => number(n, "An account needs your attention", "accounts need your attention"),
  bot: (n) => number(n, "A bot needs your attention", "bots need your attention"),
  weekly_summary: () => "Your week on Linnet",
  new_browser: () => "New sign-in to your Linnet account",
  factor_off: () => "Two-factor authentication is off",
  webhook: (n) => number(n, "A webhook was disabled", "webhooks were disabled"),
};

const openings: Record<MailKind, (n: number) => string> = {
  tweet_failed: (n) => number(n, "This tweet needs your attention:", "tweets need your attention:"),
  account: (n) => (n === 1 ? "This account can’t post:" : `Accounts stopped posting ${n} times:`),
  bot: (n) =>
    n === 1 ? "This bot needs your approval or has stopped:" : `Bots needed your approval or stopped ${n} times:`,
  weekly_summary: () => "The last 7 days:",
  new_browser: (n) => number(n, "Someone signed in from a new browser:", "new browsers signed in to your account:"),
  factor_off: () => "Your account is now protected by your password only. Two-factor authentication was turned off:",
  webhook: (n) =>
    number(n, "This webhook was disabled and gets no more events:", "webhooks were disabled and get no more events:"),
};

const closings: Partial<Record<MailKind, string>> = {
  webhook: "When the endpoint responds again, enable the webhook:",
  new_browser: "Not you? Sign that browser out and change your password:",
  factor_off: "Not you? Change your password, then set up two-factor authentication again:",
};

const unchosen: Partial<Record<MailKind, string>> = {
  new_browser: "because it’s about the security of your account.",
  factor_off: "because it’s about the security of your account.",
  webhook: "because your apps stop getting events.",
};

function reasonFor(kind: MailKind, appOrigin: string): string {
  const why = unchosen[kind];
  return why === undefined
    ? `You get this email because it’s turned on in Settings → Notifications: ${appOrigin}/settings/alerts`
    : `You get this email regardless of your notification settings, ${why}`;
}

const textOfLine = ({ what, why }: Line): string => {
  const name = truncate((what ?? "").replace(/\s+/g, " ").trim(), maxWords);
  return `- ${[name, why].filter(Boolean).join(": ")}`;
};

export function alertMail({ kind, count, lines, appOrigin }: Contents): AlertMail {
  const shown = lines.filter(({ what }) => what !== null).slice(0, maxLines);
  const more = kind === "weekly_summary" ? 0 : lines.length - shown.length;
  const paragraphs = [
    openings[kind](count),
    [...shown.map(textOfLine), ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"),
    [closings[kind], appOrigin + places[kind]].filter(Boolean).join(" "),
    reasonFor(kind, appOrigin),
  ];
  return { subject: subjects[kind](count), text: `${paragraphs.filter(Boolean).join("\n\n")}\n` };
}
