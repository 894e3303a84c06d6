// What the cards of /settings/security show, in words: pure.
import type { HappenedView } from "~/features/audit/audit-card";
import { type AuditGroup, auditWords } from "~/features/audit/audit-event";
import type { SessionView } from "~/features/sessions/sessions-card";
import type { SignedInBrowser } from "~/features/sessions/sessions.server";
import { inSentence } from "~/features/tweets/tweet";
import { inFours } from "~/features/second-factor/factor";
import type { SetUpView } from "~/features/second-factor/factor-modals";
import type { FactorView } from "~/features/second-factor/second-factor-card";
import type { SecondFactor } from "~/features/second-factor/second-factor.server";
import { clockTime, dayLabel } from "~/ground/time/zone";

/** Which modal of the second step the address asks for. */
export type FactorStep = "set-up" | "codes" | "renew" | "remove";

/** The second step's card and the one modal that is open: no secret is sent for another. */
export interface SecondFactorView {
  card: FactorView;
  step: FactorStep | null;
  setUp: SetUpView | null;
  codes: string[] | null;
}

export function toFactor(factor: SecondFactor, requested: string | null, { timeZone }: Where): SecondFactorView {
  const { since, codesLeft, setUp, shownCodes } = factor;
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const isOpen: Record<FactorStep, boolean> = {
    "set-up": setUp !== null,
    codes: shownCodes !== null,
    renew: since !== null,
    remove: since !== null,
  };
  const step = (Object.keys(isOpen) as FactorStep[]).find((one) => one === requested && isOpen[one]) ?? null;
  return {
    card: { since: since === null ? null : day.format(since), codesLeft, hasFreshCodes: shownCodes !== null },
    step,
    setUp: setUp && step === "set-up" ? { ...setUp, key: inFours(setUp.key, " ") } : null,
    codes: shownCodes && step === "codes" ? shownCodes.map((code) => inFours(code, "-")) : null,
  };
}

interface Where {
  now: number;
  timeZone: string;
}

/** "today", "yesterday", "Thu 19 Nov": within a sentence. */
const dayWithin = (at: number, { now, timeZone }: Where): string => inSentence(dayLabel(at, timeZone, now));

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
