// Defines an invitation's text, link and lifetime. Pure.
import { days } from "~/ground/time/duration";

export const invitationLasts = days(7);

export const messages = {
  over: "This invitation was used or canceled, or has expired. An invitation works once and expires after 7 days.",
  closed: "No one can register here: REGISTRATION is closed. With REGISTRATION=invite, people you invite can register.",
  isHere: "Someone on this server already uses this email.",
  gone: "This invitation was used or canceled, or has expired.",
} as const;

export const hrefOfInvitation = (token: string, appOrigin: string): string => `${appOrigin}/join?token=${token}`;

export function invitationMail(link: string): { subject: string; text: string } {
  const { host } = new URL(link);
  const paragraphs = [
    `You’re invited to Linnet at ${host}. Create your account:`,
    link,
    "The link works once and expires in 7 days. Don’t want an account? Ignore this email.",
  ];
  return { subject: "You’re invited to Linnet", text: `${paragraphs.join("\n\n")}\n` };
}
