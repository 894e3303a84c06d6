// What the cards of /settings/security show, in words: pure.
import type { HappenedView } from "~/features/audit/audit-card";
import { type AuditGroup, auditWords } from "~/features/audit/audit-event";
import type { SessionView } from "~/features/sessions/sessions-card";
import type { SignedInBrowser } from "~/features/sessions/sessions.server";
import { clockTime, dayLabel } from "~/ground/time/zone";

interface Where {
  now: number;
  timeZone: string;
}

/** "today", "yesterday", "Thu 19 Nov": within a sentence. */
function dayWithin(at: number, { now, timeZone }: Where): string {
  const label = dayLabel(at, timeZone, now);
  return ["Today", "Yesterday"].includes(label) ? label.toLowerCase() : label;
}

export function toSession({ since, usedAt, addressBlock, ...session }: SignedInBrowser, where: Where): SessionView {
  const used = session.isThis ? "now" : `used ${dayWithin(usedAt, where)} at ${clockTime(usedAt, where.timeZone)}`;
  return {
    handle: session.handle,
    isThis: session.isThis,
    isNew: session.isNew,
    name: session.name,
    isHandheld: session.isHandheld,
    place: addressBlock === null ? "From an unknown place" : `From ${addressBlock}`,
    times: `Signed in ${dayWithin(since, where)}, ${used}`,
  };
}

export function toHappened(group: AuditGroup, { now, timeZone }: Where): HappenedView {
  const { kind, detail, times, at, address, byOperator } = group;
  const words = auditWords(kind, detail);
  return {
    when: `${dayLabel(at, timeZone, now)}, ${clockTime(at, timeZone)}`,
    what: times === 1 ? words : `${words}, ${times} times`,
    from: byOperator ? "The operator" : (address ?? "–"),
  };
}
