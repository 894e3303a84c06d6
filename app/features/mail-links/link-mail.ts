// Defines the text and lifetime of emailed links. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { LinkPurpose } from "~db/tables/mail-links.server";

/** Lifetime of a link from sending, and how long sending is retried. */
export const linkLasts: Record<LinkPurpose, number> = { confirm: hours(24), password: minutes(30) };

/** Longer, because the operator hands the link over by hand. */
export const handedLinkLasts = hours(24);

const paths: Record<LinkPurpose, string> = { confirm: "/confirm-address", password: "/reset-password" };

/** Uses only `appOrigin`, so request headers can't change the link. */
export const hrefOfLink = (purpose: LinkPurpose, token: string, appOrigin: string): string =>
  `${appOrigin}${paths[purpose]}?token=${token}`;

const underSiege =
  "Wrong passwords for your account come from many places, so signing in with the right one may have to wait. The page behind the link can also sign you in as you are: then your password stays.";

interface Contents {
  purpose: LinkPurpose;
  token: string;
  appOrigin: string;
  isUnderSiege: boolean;
}

export function linkMail({ purpose, token, appOrigin, isUnderSiege }: Contents): { subject: string; text: string } {
  const link = hrefOfLink(purpose, token, appOrigin);
  const { host } = new URL(appOrigin);
  const paragraphs =
    purpose === "confirm"
      ? [
          `Somebody, hopefully you, wants Linnet at ${host} to send alerts to this address. Confirm that here:`,
          link,
          "The link works once, for 24 hours. If it wasn't you, do nothing: no alerts will come.",
        ]
      : [
          `Somebody, hopefully you, asked for a new password for your account on Linnet at ${host}. Choose it here:`,
          link,
          ...(isUnderSiege ? [underSiege] : []),
          "The link works once, for 30 minutes. The new password signs you out in every browser. It also revokes your API keys and turns off your webhooks, unless you untick that.",
          "If it wasn't you, do nothing: your password stays as it is.",
        ];
  const subject = purpose === "confirm" ? "Confirm this address for Linnet" : "A new password for Linnet";
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

const firstWait = minutes(0.25);
const maxWait = minutes(5);

/** 15 s, 30 s, 1, 2, 4, then 5 minutes. Short, because the user is waiting. */
export const waitAfter = (attempts: number): number => Math.min(firstWait * 2 ** Math.min(attempts - 1, 10), maxWait);
