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

const number = (n: number, one: string, many: string): string => (n === 1 ? one : `${n} ${many}`);

const subjects: Record<MailKind, (n: number) => string> = {
  tweet_failed: (n) => number(n, "A tweet needs you", "tweets need you"),
  account: (n) => number(n, "An account needs you", "accounts need you"),
  bot: (n) => number(n, "A bot needs you", "bots need you"),
  weekly_summary: () => "Your week on Linnet",
  new_browser: () => "Somebody signed in from a new browser",
  factor_off: () => "The second step at sign-in is off",
  webhook: (n) => number(n, "A webhook was disabled", "webhooks were disabled"),
};

const openings: Record<MailKind, (n: number) => string> = {
  tweet_failed: (n) => number(n, "A tweet will not go out by itself:", "tweets will not go out by themselves:"),
  account: (n) =>
    number(n, "Nothing goes out by this account:", "times an account was stopped. Nothing goes out by it:"),
  bot: (n) => number(n, "A bot waits for you:", "times a bot waits for you:"),
  weekly_summary: () => "The last seven days:",
  new_browser: (n) =>
    number(n, "Your account was used to sign in from a browser", "browsers signed in to your account") +
    " that it was not seen with before:",
  factor_off: () => "Your password alone opens your account again. The second step at sign-in was turned off:",
  webhook: (n) => number(n, "Nothing is sent to this webhook any more:", "webhooks are sent nothing any more:"),
};

const closings: Partial<Record<MailKind, string>> = {
  webhook: "Once its receiver answers again, enable it:",
  new_browser: "If that was not you, sign it out and choose another password:",
  factor_off: "If that was not you, choose another password, and set it up again:",
};

const unchosen: Partial<Record<MailKind, string>> = {
  new_browser: "it is about the safety of your account.",
  factor_off: "it is about the safety of your account.",
  webhook: "your programs would wait in vain.",
};

function reasonFor(kind: MailKind, appOrigin: string): string {
  const why = unchosen[kind];
  return why === undefined
    ? `You chose this mail in Settings, Alerts: ${appOrigin}/settings/alerts`
    : `This mail comes whatever you chose in Settings, Alerts: ${why}`;
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
