// Defines a linked account and why linking can fail. Pure, used on both sides.
import type { AccountState } from "~/features/users/account-words";
import { hours, minutes } from "~/ground/time/duration";
import { momentLabel } from "~/ground/time/zone";
import type { OwnHours } from "./hours";

export interface Account {
  id: number;
  networkUserId: string;
  /** Without the @. */
  username: string;
  displayName: string;
  imageUrl: string | null;
  isDefault: boolean;
  status: "active" | "reconnect" | "paused";
  statusReason: string | null;
  /** Shown on screens; also "reconnect" while a first refusal of its authorization is retried. */
  state: AccountState;
  needsPerson: boolean;
  /** Null means the server's hours. */
  hours: OwnHours | null;
}

interface Stored {
  status: Account["status"];
  paused_by: "person" | "network" | null;
  refused_at?: number | null;
}

export function stateOf({ status, paused_by, refused_at = null }: Stored): AccountState {
  if (status === "paused") return paused_by === "network" ? "blocked" : "paused";
  return status === "reconnect" || refused_at !== null ? "reconnect" : "active";
}

export const isInactive = ({ status }: Pick<Account, "status">): boolean => status !== "active";

export const inactiveCode = ({ status }: Pick<Account, "status">): "account_paused" | "account_reconnect" =>
  status === "reconnect" ? "account_reconnect" : "account_paused";

/** Codes of `twitter_error`, with their messages (linkSays.back). */
export const linkFailures = {
  denied: "you chose not to authorize the app.",
  expired: "connecting took more than 10 minutes, or the link was used before. Connect again.",
  wrong_state: "the connection was started in another browser or by another user. Start again here.",
  refused: "X rejected this server’s app. Your Linnet admin must check its keys.",
  unreachable: "couldn’t reach X. Try again.",
  credits: "the app is out of credits. Your Linnet admin can add credits.",
  limited: "too many requests to X. Try again later.",
  project: "X doesn’t give this server’s app access. Your Linnet admin must add it to a project with access.",
  blocked: "X has suspended or locked this account. Resolve it on X, then connect again.",
  clock: "this server’s clock is wrong. Your Linnet admin must correct it. Then connect again.",
  not_permitted: "X doesn’t allow this callback URL. Your Linnet admin must add it in the app’s settings.",
  read_only:
    "the app has read-only access. Your Linnet admin must give it read and write permission. Then connect again.",
  too_often: "you’ve reached the limit of 20 unfinished connections per hour. Try again later.",
  already_linked: "another user of this server has connected this account.",
} as const;

export type LinkFailureCode = keyof typeof linkFailures;

/** `retryTime` is when the network accepts links again ("today, 14:20"), if it said so. */
export const linkFailureSentence = (code: LinkFailureCode, retryTime: string | null = null): string =>
  code === "limited" && retryTime !== null
    ? `too many requests to the network. Try again ${retryTime}.`
    : linkFailures[code];

/** "today, 14:21"; null unless within the next 25 hours, since the URL may contain any number. */
export function againAt(until: number | null, timeZone: string, now: number): string | null {
  if (until === null || !(until > now && until <= now + hours(25))) return null;
  const at = until + minutes(1);
  return momentLabel(at, timeZone, now).replace(/^To/, "to");
}

export const isLinkFailure = (code: string | null): code is LinkFailureCode =>
  code !== null && Object.hasOwn(linkFailures, code);

export const findNamed = <T extends { id: number; networkUserId: string }>(
  accounts: readonly T[],
  ref: string,
): T | null =>
  accounts.find(({ networkUserId }) => networkUserId === ref) ?? accounts.find(({ id }) => String(id) === ref) ?? null;

/** Picks `accountId` (internal id) while linked, else the default, else the first (spec section 6). */
export const chooseAccount = <T extends { id: number; isDefault: boolean }>(
  accounts: readonly T[],
  accountId: number | null = null,
): T | null =>
  accounts.find((account) => account.id === accountId) ??
  accounts.find((account) => account.isDefault) ??
  accounts[0] ??
  null;

/** `followsDefault`: another default account would be picked instead. */
export function servedBy<T extends { id: number; isDefault: boolean }>(
  accounts: readonly T[],
  accountId: number | null,
): { account: T | null; followsDefault: boolean } {
  const account = chooseAccount(accounts, accountId);
  return { account, followsDefault: account === null || account.id !== accountId };
}
