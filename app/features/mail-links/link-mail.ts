// Defines the text and lifetime of emailed links. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { LinkPurpose } from "~db/tables/mail-links.server";

/** Lifetime of a link from sending, and how long sending is retried. */
export const linkLasts: Record<LinkPurpose, number> = { confirm: hours(24), password: minutes(30) };

/** Longer, because the operator hands the link over by hand. */
export const oneTimeLinkLasts = hours(24);

const paths: Record<LinkPurpose, string> = { confirm: "/confirm-address", password: "/reset-password" };

/** Uses only `appOrigin`, so request headers can't change the link. */
export const hrefOfLink = (purpose: LinkPurpose, token: string, appOrigin: string): string =>
  `${appOrigin}${paths[purpose]}?token=${token}`;

const attackWarning =
  "Many wrong passwords were tried for your account, so sign-in may be paused. This link can also sign you in without changing your password.";

interface Contents {
  purpose: LinkPurpose;
  token: string;
  appOrigin: string;
  isUnderAttack: boolean;
}

export function linkMail({ purpose, token, appOrigin, isUnderAttack }: Contents): { subject: string; text: string } {
  const link = hrefOfLink(purpose, token, appOrigin);
  const { host } = new URL(appOrigin);
  const paragraphs =
    purpose === "confirm"
      ? [
          `Confirm this address to get notifications from Linnet at ${host}:`,
          link,
          "The link works once and expires in 24 hours. Didn’t ask for this? Ignore this email. You’ll get no notifications.",
        ]
      : [
          `Someone asked to reset the password for your Linnet account at ${host}. Choose a new one:`,
          link,
          ...(isUnderAttack ? [attackWarning] : []),
          "The link works once and expires in 30 minutes. Changing your password signs you out everywhere. It also revokes your API keys and disables your webhooks, unless you clear that option.",
          "Didn’t ask for this? Ignore this email. Your password won’t change.",
        ];
  const subject = purpose === "confirm" ? "Confirm your email for Linnet" : "Reset your Linnet password";
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const firstWait = minutes(0.25);
const maxWait = minutes(5);

/** 15 s, 30 s, 1, 2, 4, then 5 minutes. Short, because the user is waiting. */
export const waitAfter = (attempts: number): number => Math.min(firstWait * 2 ** Math.min(attempts - 1, 10), maxWait);
