// What a commit's subject must be (STYLE.md): short, an order, no full stop.

/** Words that only look like "added", "adding", "adds". */
const orders = ["Bring", "Embed", "Feed", "Need", "Seed", "Shed", "Speed", "Focus", "Bias"];
/** Words that begin a sentence about something instead of an order. */
const notOrders = ["A", "An", "The", "This", "It", "In", "On", "For", "When", "Where", "Now", "Some", "More", "No"];

/** What is wrong with a subject, or null. */
export function subjectFault(subject: string): string | null {
  if (subject.length > 72) return `has ${subject.length} characters, 72 are the most`;
  if (/[.…]$/.test(subject)) return "ends in a full stop";
  const [first = ""] = subject.split(" ");
  if (!/^[A-Z][a-z]*(?:-[a-z]+)*$/.test(first))
    return `"${first}" is no verb with a capital: say it as an order ("Keep …")`;
  if (notOrders.includes(first)) return `"${first}" begins no order`;
  if (/(?:ed|ing|[^s]s)$/.test(first) && !orders.includes(first))
    return `"${first}" is no order: "Add", not "Added" or "Adds"`;
  return null;
}
