// Lists the audited security events and their labels. Pure.

export const auditKinds = [
  "registered",
  "sign_in",
  "sign_in.wrong",
  "sign_in.by_link", // while wrong passwords from many places block others
  "password.wrong", // by a signed-in user
  "password.changed",
  "password.by_link",
  "second_factor.on",
  "second_factor.off",
  "second_factor.used",
  "second_factor.wrong",
  "authenticator.on",
  "authenticator.off",
  "passkey.added",
  "passkey.removed",
  "passkey.used",
  "passkey.wrong",
  "passkey.copied", // its counter went backwards
  "identity.joined",
  "identity.removed",
  "identity.proved",
  "session.ended",
  "signed_out.others",
  "signed_out.everywhere",
  "key.made",
  "key.rotated",
  "key.kept", // was suspended by a restore or a disabled account
  "key.used",
  "key.revoked",
  "account.linked",
  "account.unlinked",
  "webhook.added",
  "webhook.moved",
  "webhook.changed",
  "webhook.on",
  "webhook.off",
  "webhook.rotated",
  "webhook.removed",
  "data.exported",
  "person.made",
  "person.invited",
  "person.disabled",
  "person.enabled",
  "person.deleted",
  "person.share",
  "password.link_made",
  "operator.named",
] as const;
export type AuditKind = (typeof auditKinds)[number];

export interface AuditEvent {
  kind: AuditKind;
  userId: string | null;
  /** Client's address as the server saw it; null if no client acted. Never user input. */
  address: string | null;
  /** Names the account, browser, key or host; never a guest's input, a key or a token. */
  detail?: string | null;
  byOperator?: boolean;
  /** Only logged: the user can read the row. */
  operatorId?: string;
}

/** fail2ban counts these log lines (deploy/fail2ban). */
export const isGuess = (kind: AuditKind): boolean => kind.endsWith(".wrong");

const hookTo = (host: string | null): string => (host === null ? "Webhook" : `Webhook to ${host}`);

const words: Record<AuditKind, (detail: string | null) => string> = {
  registered: () => "Account created",
  sign_in: (browser) => (browser === null ? "Signed in" : `Signed in with ${browser}`),
  "sign_in.wrong": () => "Wrong password at sign-in",
  "sign_in.by_link": () => "Used a link to sign in",
  "password.wrong": () => "Wrong password in Settings",
  "password.changed": () => "Password changed",
  "password.by_link": () => "Password reset by link",
  "second_factor.on": () => "Two-factor authentication turned on",
  "second_factor.off": () => "Two-factor authentication turned off",
  "second_factor.used": () => "Two-factor authentication passed",
  "second_factor.wrong": () => "Wrong two-factor code",
  "authenticator.on": () => "Authenticator app added",
  "authenticator.off": () => "Authenticator app removed",
  "passkey.added": (browser) => (browser === null ? "Passkey added" : `Passkey added in ${browser}`),
  "passkey.removed": () => "Passkey removed",
  "passkey.used": () => "Passkey used to sign in",
  "passkey.wrong": () => "Passkey refused",
  "passkey.copied": () => "Passkey refused: it may be a copy",
  "identity.joined": (provider) => `${provider ?? "A provider"} added as a way to sign in`,
  "identity.removed": (provider) => `${provider ?? "A provider"} removed as a way to sign in`,
  "identity.proved": (provider) => `Identity confirmed with ${provider ?? "the provider"}`,
  "session.ended": (browser) => `Signed out ${browser ?? "another browser"}`,
  "signed_out.others": () => "Signed out everywhere else",
  "signed_out.everywhere": () => "Signed out everywhere",
  "key.made": (owner) => `API key created${owner === null ? "" : ` for ${owner}`}`,
  "key.rotated": (name) => `API key ${name ?? ""} rotated`,
  "key.kept": () => "API keys re-enabled",
  "key.used": (detail) => `Done by API key ${detail ?? ""}`,
  "key.revoked": (name) => (name === null ? "API keys revoked" : `API key ${name} revoked`),
  "account.linked": (handle) => `Account ${handle ?? ""} connected`,
  "account.unlinked": (handle) => `Account ${handle ?? ""} disconnected`,
  "webhook.added": (host) => `${hookTo(host)} added`,
  "webhook.moved": (host) => (host === null ? "Webhook URL changed" : `Webhook URL changed (${host})`),
  "webhook.changed": (host) => `${hookTo(host)}: events changed`,
  "webhook.on": (host) => `${hookTo(host)} enabled`,
  "webhook.off": (host) => `${hookTo(host)} disabled`,
  "webhook.rotated": (host) => `${hookTo(host)}: secret rotated`,
  "webhook.removed": (host) => `${hookTo(host)} removed`,
  "data.exported": () => "Data downloaded",
  "person.made": () => "Account created",
  "person.invited": () => "Invitation created",
  "person.disabled": () => "Account disabled",
  "person.enabled": () => "Account enabled",
  "person.deleted": () => "Account deleted",
  "person.share": (amount) => `Daily spending share set${amount === null ? "" : `: ${amount}`}`,
  "password.link_made": () => "Password reset link created",
  "operator.named": () => "Made an admin of this server",
};

/** "Account @roofbees linked"; shows the name of an unknown kind from a later version. */
export const auditWords = (kind: string, detail: string | null): string =>
  auditKinds.includes(kind as AuditKind) ? words[kind as AuditKind](detail) : kind;

export interface AuditEntry {
  kind: string;
  address: string | null;
  detail: string | null;
  byOperator: boolean;
  at: number;
  /** Repetitions from one address within an hour. */
  times: number;
}

export const wordsOfTimes = ({ kind, detail, times }: Pick<AuditEntry, "kind" | "detail" | "times">): string =>
  times === 1 ? auditWords(kind, detail) : `${auditWords(kind, detail)}, ${times} times`;

/** Merges consecutive equal wrong guesses, which could hide other entries. `entries` must be latest first. */
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
