// What a mail with a link says, and for how long the link is good. Pure.
import { hours, minutes } from "~/ground/time/duration";
import type { LinkPurpose } from "~db/tables/mail-links.server";

/** From the moment in which it is sent; so long, too, it is tried to send it. */
export const linkLasts: Record<LinkPurpose, number> = { confirm: hours(24), password: minutes(30) };

/** That of a link for a new password which the operator hands over: it may lie in a mailbox or a chat. */
export const handedLinkLasts = hours(24);

const paths: Record<LinkPurpose, string> = { confirm: "/confirm-address", password: "/reset-password" };

/** Where a link leads. `appOrigin` alone decides: no header of a request has a say. */
export const hrefOfLink = (purpose: LinkPurpose, token: string, appOrigin: string): string =>
  `${appOrigin}${paths[purpose]}?token=${token}`;

const underSiege =
  "Wrong passwords for your account come from many places, so signing in with the right one may have to wait. The page behind the link can also sign you in as you are: then your password stays.";

interface Contents {
  purpose: LinkPurpose;
  token: string;
  appOrigin: string;
  /** Wrong passwords from many places hold back who signs in with the right one. */
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

/** 15 s, 30 s, 1, 2, 4, then 5 minutes: somebody waits for it. */
export const waitAfter = (attempts: number): number => Math.min(firstWait * 2 ** Math.min(attempts - 1, 10), maxWait);
