// Builds the view of API keys on /settings/programs. Pure.
import type { KeyView } from "~/features/api-keys/keys-card";
import type { NamedKey } from "~/features/api-keys/api-keys.server";
import { scopesInForm, unusedAfterDays } from "~/features/api-keys/scope";
import { inSentence } from "~/features/tweets/tweet";
import { days } from "~/ground/time/duration";
import { clockTime, dayLabel } from "~/ground/time/zone";

export interface Where {
  now: number;
  timeZone: string;
}

export const momentWords = (at: number, { now, timeZone }: Where): string =>
  `${inSentence(dayLabel(at, timeZone, now))} at ${clockTime(at, timeZone)}`;

const dayOf = (at: number, { timeZone }: Where): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(at);

export function toKeyView(key: NamedKey, viewer: Where): KeyView {
  const { createdAt, lastUsedAt, expiresAt } = key;
  const used = lastUsedAt === null ? "never used" : `used ${momentWords(lastUsedAt, viewer)}`;
  const end = expiresAt === null ? "" : `, expires ${dayOf(expiresAt, viewer)}`;
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    scopes: scopesInForm.filter((scope) => key.scopes.includes(scope)),
    isForAgents: key.audience !== null,
    times: `Created ${dayOf(createdAt, viewer)}, ${used}${expiresAt !== null && expiresAt <= viewer.now ? "" : end}`,
    care: careOf(key, viewer),
  };
}

function careOf({ isHeld, expiresAt, lastUsedAt, createdAt }: NamedKey, { now }: Where): string | null {
  if (expiresAt !== null && expiresAt <= now) return "expired";
  if (isHeld) return "waits";
  const unused = Math.floor((now - (lastUsedAt ?? createdAt)) / days(1));
  return unused >= unusedAfterDays ? `unused for ${unused} days` : null;
}
