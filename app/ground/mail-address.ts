// Parses email addresses. Pure.

/** The maximum in RFC 5321. */
const maxAddress = 254;

/** Refuses what separates or quotes addresses in a header: a mailer would read "a,b@c.example" as two. */
export const isAddress = (text: string): boolean =>
  text.length <= maxAddress && /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(text);

/** Parses MAIL_FROM: an address, or a name with the address in angle brackets. Otherwise null. */
export function readSender(text: string): { name: string; address: string } | null {
  const at = text.lastIndexOf("<");
  const isNamed = at >= 0 && text.endsWith(">");
  const address = isNamed ? text.slice(at + 1, -1) : text;
  const name = isNamed ? text.slice(0, at).trim().replace(/^"|"$/g, "") : "";
  return isAddress(address) && !/["<>\p{Cc}]/u.test(name) ? { name, address } : null;
}
