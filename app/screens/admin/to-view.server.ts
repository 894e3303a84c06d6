// Builds the view of /admin. Pure.
import type { EverybodysRow } from "~/features/audit/everybodys-card";
import { type AuditKind, auditKinds, auditWords, wordsOfTimes } from "~/features/audit/audit-event";
import type { WholeEntry } from "~/features/audit/audit.server";
import type { Backups } from "~/features/doctor/backups";
import type { OpenInvitation } from "~/features/invitations/invitations.server";
import type { InvitedRow, PersonRow } from "~/features/people/people-card";
import type { OneTimeLink, Question } from "~/features/people/people-modals";
import type { Person } from "~/features/people/people.server";
import type { Spending } from "~/features/spending/spending.server";
import { dollars } from "~/ground/dollars";
import { inSentence } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { dayLabel, momentLabel } from "~/ground/time/zone";

interface Fetched {
  user: User;
  now: number;
  timeZone: string;
  page: number;
  before: number | null;
  kind: AuditKind | null;
  listed: { people: Person[]; hasMore: boolean };
  invited: OpenInvitation[];
  happened: { entries: WholeEntry[]; older: number | null };
  oneTimeLink: OneTimeLink | null;
  question: Question | null;
  spending: Spending[];
  registration: "open" | "first" | "invite" | "closed";
  release: string;
  backups: Backups;
  aiCost: string | null;
}

export interface AdminData {
  release: string;
  /** Null if Linnet doesn't make the database's backups. */
  backups: string | null;
  /** The AI cost of all users; null if there is nothing to say. */
  aiCost: string | null;
  email: string;
  people: PersonRow[];
  invited: InvitedRow[];
  hint: string;
  happened: EverybodysRow[];
  kind: string;
  kinds: { value: string; label: string }[];
  pages: { newerPeople: string | null; olderPeople: string | null; latest: boolean; older: string | null };
  question: Question | null;
  oneTimeLink: OneTimeLink | null;
}

const hints: Record<Fetched["registration"], string> = {
  open: "Anyone can register (REGISTRATION=open).",
  first: "Invitation only (REGISTRATION=first).",
  invite: "Invitation only (REGISTRATION=invite).",
  closed: "Closed: no one can register, even with an invitation (REGISTRATION=closed).",
};

export function toView(fetched: Fetched): AdminData {
  const { user, page, before, kind, listed, invited, happened } = fetched;
  return {
    release: fetched.release,
    backups: backupsText(fetched),
    aiCost: fetched.aiCost,
    email: user.email,
    people: listed.people.map((person) => toRow(person, fetched)),
    invited:
      page > 0
        ? []
        : invited.map(({ id, email, expiresAt }) => ({
            id,
            email,
            until: `Invited, expires ${inSentence(dayLabel(expiresAt, fetched.timeZone, fetched.now))}`,
          })),
    hint: hints[fetched.registration],
    happened: happened.entries.map((entry) => ({
      id: entry.id,
      when: momentLabel(entry.at, fetched.timeZone, fetched.now),
      who: entry.email ?? "Unknown",
      what: wordsOfTimes(entry),
      from: entry.byOperator ? "Admin" : (entry.address ?? "–"),
    })),
    kind: kind ?? "",
    kinds: [
      { value: "", label: "Everything" },
      ...auditKinds.map((auditKind) => ({ value: auditKind, label: auditWords(auditKind, null) })),
    ],
    pages: {
      newerPeople: page > 0 ? String(page - 1) : null,
      olderPeople: listed.hasMore ? String(page + 1) : null,
      latest: before !== null,
      older: happened.older === null ? null : String(happened.older),
    },
    question: fetched.question,
    oneTimeLink: fetched.oneTimeLink,
  };
}

function backupsText({ backups, timeZone, now }: Fetched): string | null {
  const { lastBackupAt, lastCopyAt, isCopied, isElsewhere } = backups;
  if (isElsewhere) return null;
  const when = (at: number) => inSentence(momentLabel(at, timeZone, now));
  const made = lastBackupAt === null ? "No backup yet" : `Last backup ${when(lastBackupAt)}`;
  if (!isCopied) return `${made} · not copied elsewhere`;
  return `${made} · ${lastCopyAt === null ? "not copied elsewhere yet" : `copied elsewhere ${when(lastCopyAt)}`}`;
}

function toRow(person: Person, { user, now, timeZone, spending }: Fetched): PersonRow {
  const { disabledAt, seenAt, createdAt } = person;
  const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone });
  const disabled = disabledAt === null ? null : `Disabled ${inSentence(dayLabel(disabledAt, timeZone, now))}`;
  return {
    id: person.id,
    email: person.email,
    since: `since ${date.format(createdAt)}`,
    state: disabled ?? (person.isOperator ? "Admin" : null),
    isDisabled: disabledAt !== null,
    hasSecondStep: person.hasSecondStep,
    accounts: person.accounts,
    scheduled: person.scheduled,
    bots: person.bots,
    lastSeen: seenAt === null ? "–" : momentLabel(seenAt, timeZone, now),
    spent: spentText(spending.find(({ userId }) => userId === person.id)),
    isYou: person.id === user.id,
  };
}

function spentText(spending: Spending | undefined): string {
  if (!spending) return "–";
  const spent = dollars(spending.spentMicros / 1_000_000);
  return spending.shareMicros === Infinity ? spent : `${spent} of ${dollars(spending.shareMicros / 1_000_000)}`;
}
