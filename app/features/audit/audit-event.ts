// Audit events: the closed list of what matters for safety, and how each is told to the person. Pure.

export const auditKinds = [
  "registered",
  "sign_in",
  "sign_in.wrong",
  "sign_in.by_link", // while wrong passwords from many places hold others back
  "password.wrong", // where somebody who is signed in must show theirs
  "password.changed",
  "password.by_link",
  "second_factor.on",
  "second_factor.off",
  "second_factor.used",
  "second_factor.wrong",
  "authenticator.on", // beside a passkey, which was there before
  "authenticator.off",
  "passkey.added",
  "passkey.removed",
  "passkey.used",
  "passkey.wrong",
  "passkey.copied", // it has signed less often than we know of
  "identity.joined",
  "identity.removed",
  "identity.proved", // in a password's place
  "session.ended",
  "signed_out.others",
  "signed_out.everywhere",
  "key.made",
  "key.rotated",
  "key.kept", // it waited since a backup was put back or its person was disabled
  "key.used", // to change something
  "key.revoked",
  "account.linked",
  "account.unlinked",
  "webhook.added",
  "webhook.moved", // to another address
  "webhook.changed", // told of other events
  "webhook.on",
  "webhook.off", // by its person
  "webhook.rotated",
  "webhook.removed",
  "data.exported",
  "person.made", // by the operator
  "person.invited",
  "person.disabled",
  "person.enabled",
  "person.deleted",
  "person.share", // what they may spend a day, by the operator
  "password.link_made", // by the operator
  "operator.named",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** As a new one is handed in. */
export interface AuditEvent {
  kind: AuditKind;
  /** Whose account it is about; null where there is none. */
  userId: string | null;
  /** The client's, as the front door saw it; null where no client did it. Never what somebody typed. */
  address: string | null;
  /** Which account, which browser, which key by its name, which host: never a guest's words, no key, no token. */
  detail?: string | null;
  byOperator?: boolean;
  /** Which operator, for the log alone: the row is the person's to read. */
  operatorId?: string;
}

/** What a guess at somebody's account looks like in the log: fail2ban counts these lines (deploy/fail2ban). */
export const isGuess = (kind: AuditKind): boolean => kind.endsWith(".wrong");

const hookTo = (host: string | null): string => (host === null ? "Webhook" : `Webhook to ${host}`);

const words: Record<AuditKind, (detail: string | null) => string> = {
  registered: () => "Account made",
  sign_in: (browser) => (browser === null ? "Signed in" : `Signed in with ${browser}`),
  "sign_in.wrong": () => "Wrong password at sign-in",
  "sign_in.by_link": () => "Used a link to sign in",
  "password.wrong": () => "Wrong password in Settings",
  "password.changed": () => "New password",
  "password.by_link": () => "New password by a link",
  "second_factor.on": () => "Second step turned on",
  "second_factor.off": () => "Second step turned off",
  "second_factor.used": () => "Second step passed",
  "second_factor.wrong": () => "Wrong code at the second step",
  "authenticator.on": () => "Authenticator app added",
  "authenticator.off": () => "Authenticator app removed",
  "passkey.added": (browser) => (browser === null ? "Passkey added" : `Passkey added in ${browser}`),
  "passkey.removed": () => "Passkey removed",
  "passkey.used": () => "Passkey used to sign in",
  "passkey.wrong": () => "Passkey refused",
  "passkey.copied": () => "Passkey refused: it may be a copy",
  "identity.joined": (provider) => `${provider ?? "A provider"} added as a way to sign in`,
  "identity.removed": (provider) => `${provider ?? "A provider"} removed as a way to sign in`,
  "identity.proved": (provider) => `Shown again at ${provider ?? "the provider"} who signs in`,
  "session.ended": (browser) => `Signed out ${browser ?? "another browser"}`,
  "signed_out.others": () => "Signed out everywhere else",
  "signed_out.everywhere": () => "Signed out everywhere",
  "key.made": (whose) => `API key made${whose === null ? "" : ` for ${whose}`}`,
  "key.rotated": (name) => `API key ${name ?? ""} has another secret`,
  "key.kept": () => "API keys kept that waited",
  "key.used": (deed) => `Done by the API key ${deed ?? ""}`,
  "key.revoked": (name) => (name === null ? "API keys revoked" : `API key ${name} revoked`),
  "account.linked": (handle) => `Account ${handle ?? ""} linked`,
  "account.unlinked": (handle) => `Account ${handle ?? ""} unlinked`,
  "webhook.added": (host) => `${hookTo(host)} added`,
  "webhook.moved": (host) => (host === null ? "Webhook moved" : `Webhook moved to ${host}`),
  "webhook.changed": (host) => `${hookTo(host)} told of other events`,
  "webhook.on": (host) => `${hookTo(host)} enabled`,
  "webhook.off": (host) => `${hookTo(host)} disabled`,
  "webhook.rotated": (host) => `${hookTo(host)} has another secret`,
  "webhook.removed": (host) => `${hookTo(host)} removed`,
  "data.exported": () => "Data downloaded",
  "person.made": () => "Account made",
  "person.invited": () => "Invitation made",
  "person.disabled": () => "Account disabled",
  "person.enabled": () => "Account enabled",
  "person.deleted": () => "Account deleted",
  "person.share": (amount) => `Share of the day’s spending set${amount === null ? "" : `: ${amount}`}`,
  "password.link_made": () => "Link for a new password made",
  "operator.named": () => "Named the operator of this server",
};

/** "Account @roofbees linked"; a kind of a later version is told by its name. */
export const auditWords = (kind: string, detail: string | null): string =>
  auditKinds.includes(kind as AuditKind) ? words[kind as AuditKind](detail) : kind;

/** An entry of what happened to one person. */
export interface AuditEntry {
  kind: string;
  address: string | null;
  detail: string | null;
  byOperator: boolean;
  /** The first moment, where it was more than once. */
  at: number;
  /** How often the same was done from one address within an hour. */
  times: number;
}

/** "Signed in, 3 times" */
export const wordsOfTimes = ({ kind, detail, times }: Pick<AuditEntry, "kind" | "detail" | "times">): string =>
  times === 1 ? auditWords(kind, detail) : `${auditWords(kind, detail)}, ${times} times`;

/**
 * Wrong guesses that say the same one after the other as one: a flood of them must not hide the rest. `entries` the
 * latest first; each group has the moment and the address of its latest.
 */
export function groupAlike(entries: readonly AuditEntry[]): AuditEntry[] {
  const groups: AuditEntry[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isAlike = last?.kind === entry.kind && last.detail === entry.detail && last.byOperator === entry.byOperator;
    if (isAlike && isGuess(entry.kind as AuditKind)) last.times += entry.times;
    else groups.push({ ...entry });
  }
  return groups;
}
