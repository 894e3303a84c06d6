// Builds the cards of /settings/security. Pure.
import type { HappenedView } from "~/features/audit/audit-card";
import { type AuditEntry, wordsOfTimes } from "~/features/audit/audit-event";
import type { SessionView } from "~/features/sessions/sessions-card";
import type { SignedInBrowser } from "~/features/sessions/sessions.server";
import type { IdentitiesView } from "~/features/single-sign-on/identities-card";
import type { OwnIdentity } from "~/features/single-sign-on/single-sign-on.server";
import { inSentence } from "~/features/tweets/tweet";
import { inFours } from "~/features/second-factor/factor";
import type { SetUpView } from "~/features/second-factor/factor-modals";
import type { FactorView } from "~/features/second-factor/second-factor-card";
import type { SecondFactor } from "~/features/second-factor/second-factor.server";
import type { PasskeyView } from "~/features/passkeys/passkey-rows";
import { type SiteFault, siteFaults } from "~/features/passkeys/passkey";
import type { OwnPasskey } from "~/features/passkeys/passkeys.server";
import { dayLabel, momentLabel } from "~/ground/time/zone";
import { momentWords, type Where } from "./to-programs";

export type FactorStep =
  "begin" | "set-up" | "codes" | "renew" | "remove" | "passkey" | "new-passkey" | "passkey-name" | "passkey-gone";

/** Secrets are sent only for the open modal. */
export interface SecondFactorView {
  card: FactorView;
  step: FactorStep | null;
  setUp: SetUpView | null;
  codes: string[] | null;
  passkey: { id: string; name: string; isLast: boolean } | null;
  newName: string;
}

interface FactorPage {
  query: URLSearchParams;
  siteFault: SiteFault | null;
  mayAdd: boolean;
  browser: string;
}

export function toFactor(factor: SecondFactor, page: FactorPage, viewer: Where): SecondFactorView {
  const { since, passkeys, codesLeft, setUp, shownCodes } = factor;
  const { timeZone } = viewer;
  const requested = page.query.get("step");
  const passkey = passkeys.find(({ id }) => id === page.query.get("passkey"));
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const isOpen: Record<FactorStep, boolean> = {
    "set-up": setUp !== null,
    codes: shownCodes !== null,
    begin: since === null && passkeys.length > 0,
    renew: since !== null || passkeys.length > 0,
    remove: since !== null,
    passkey: page.siteFault === null,
    "new-passkey": page.siteFault === null && page.mayAdd,
    "passkey-name": passkey !== undefined,
    "passkey-gone": passkey !== undefined,
  };
  const step =
    (Object.keys(isOpen) as FactorStep[]).find((factorStep) => factorStep === requested && isOpen[factorStep]) ?? null;
  return {
    card: {
      since: since === null ? null : day.format(since),
      passkeys: passkeys.map((ownPasskey) => toPasskey(ownPasskey, day.format(ownPasskey.createdAt), viewer)),
      siteFault: page.siteFault && siteFaults[page.siteFault],
      codesLeft,
      hasFreshCodes: shownCodes !== null,
    },
    step,
    setUp: setUp && step === "set-up" ? { ...setUp, key: inFours(setUp.key, " ") } : null,
    codes: shownCodes && step === "codes" ? shownCodes.map((code) => inFours(code, "-")) : null,
    passkey: passkey ? { id: passkey.id, name: passkey.name, isLast: passkeys.length === 1 } : null,
    newName: page.browser,
  };
}

function toPasskey({ id, name, lastUsedAt, backedUp }: OwnPasskey, day: string, viewer: Where): PasskeyView {
  const used = lastUsedAt === null ? "not used yet" : `used ${momentWords(lastUsedAt, viewer)}`;
  return { id, name, times: `Created on ${day}, ${used}${backedUp ? ", synced to the cloud" : ""}` };
}

export interface OwnIdentities extends Omit<IdentitiesView, "identities"> {
  own: readonly OwnIdentity[];
}

export function toIdentities({ own, ...about }: OwnIdentities, { timeZone }: Where): IdentitiesView {
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const identities = own.map(({ id, email, since }) => ({ id, email: email ?? about.label, since: day.format(since) }));
  return { ...about, identities };
}

const dayWithin = (at: number, { now, timeZone }: Where): string => inSentence(dayLabel(at, timeZone, now));

export function toSession({ since, usedAt, addressBlock, ...session }: SignedInBrowser, viewer: Where): SessionView {
  const used = session.isThis ? "now" : `used ${momentWords(usedAt, viewer)}`;
  return {
    handle: session.handle,
    isThis: session.isThis,
    isNew: session.isNew,
    name: session.name,
    isHandheld: session.isHandheld,
    place: addressBlock === null ? "From an unknown location" : `From ${addressBlock}`,
    times: `Signed in ${dayWithin(since, viewer)}, ${used}`,
  };
}

export function toHappened(entry: AuditEntry, { now, timeZone }: Where): HappenedView {
  const { at, address, byOperator } = entry;
  return {
    when: momentLabel(at, timeZone, now),
    what: wordsOfTimes(entry),
    from: byOperator ? "Your admin" : (address ?? "–"),
  };
}
