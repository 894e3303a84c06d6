// Defines an invitation's text, link and lifetime. Pure.
import { days } from "~/ground/time/duration";

export const invitationLasts = days(7);

export const messages = {
  over: "This invitation is no longer good. It works once, and for seven days.",
  closed: "Nobody can register here: REGISTRATION is closed. With REGISTRATION=invite your invitations let people in.",
  isHere: "Somebody here has this e-mail already",
  gone: "This invitation was used, withdrawn or is over",
} as const;

export const hrefOfInvitation = (token: string, appOrigin: string): string => `${appOrigin}/join?token=${token}`;

export function invitationMail(link: string): { subject: string; text: string } {
  const { host } = new URL(link);
  const paragraphs = [
    `Whoever runs Linnet at ${host} invites you. Make your account here:`,
    link,
    "The link works once, for seven days. If you don't want an account, do nothing.",
  ];
  return { subject: `An invitation to Linnet at ${host}`, text: `${paragraphs.join("\n\n")}\n` };
}
