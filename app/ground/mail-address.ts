// Which texts are one mail address and nothing else. Pure.

/** Longer than any that mail can reach (RFC 5321). */
const maxAddress = 254;

/**
 * Narrower than what people may register with. What separates, groups or quotes addresses in a header is refused: a
 * mailer would read "a,b@c.example" as two.
 */
export const isAddress = (text: string): boolean =>
  text.length <= maxAddress && /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(text);

/** What stands in MAIL_FROM: an address, or a name and the address in angle brackets. Null for anything else. */
export function readSender(text: string): { name: string; address: string } | null {
  const at = text.lastIndexOf("<");
  const isNamed = at >= 0 && text.endsWith(">");
  const address = isNamed ? text.slice(at + 1, -1) : text;
  const name = isNamed ? text.slice(0, at).trim().replace(/^"|"$/g, "") : "";
  return isAddress(address) && !/["<>\p{Cc}]/u.test(name) ? { name, address } : null;
}
