// A linked account as people know it, and why linking can fail: pure, used on both sides.
import type { AccountState } from "~/features/users/account-words";
import { hours, minutes } from "~/ground/time/duration";
import { clockTime, dayLabel } from "~/ground/time/zone";
import type { OwnHours } from "./hours";

export interface Account {
  id: number;
  /** The network's own id, a string of digits. */
  networkUserId: string;
  /** Without the @. */
  username: string;
  displayName: string;
  imageUrl: string | null;
  isDefault: boolean;
  status: "active" | "reconnect" | "paused";
  statusReason: string | null;
  /** What it is called on the screens: also one whose authorization was refused, and is tried once more by itself. */
  state: AccountState;
  /** The network blocks it: only a person can let it go on. */
  needsPerson: boolean;
  /** Its own posting hours; null: the server's. */
  hours: OwnHours | null;
}

interface Stored {
  status: Account["status"];
  paused_by: "person" | "network" | null;
  refused_at?: number | null;
}

/** Where the network did not accept the account's authorization the person has been told to link it again. */
export function stateOf({ status, paused_by, refused_at = null }: Stored): AccountState {
  if (status === "paused") return paused_by === "network" ? "blocked" : "paused";
  return status === "reconnect" || refused_at !== null ? "reconnect" : "active";
}

/** Nothing is posted by it: a person paused it, or the network wants something of one. */
export const isInactive = ({ status }: Pick<Account, "status">): boolean => status !== "active";

/** Which of both it is, for whoever is refused by it. */
export const inactiveCode = ({ status }: Pick<Account, "status">): "account_paused" | "account_reconnect" =>
  status === "reconnect" ? "account_reconnect" : "account_paused";

/** The closed list behind `twitter_error`, each with the sentence that says what happened (linkSays.back). */
export const linkFailures = {
  denied: "you chose not to authorize the app",
  expired: "the link took longer than ten minutes or was used before; please connect again",
  wrong_state: "this link was begun in another browser or by another person; please connect again here",
  refused: "the network refused; check the app's keys",
  unreachable: "the network could not be reached; please try again",
  credits: "the app has no credits left at the network; your Linnet admin can top them up",
  limited: "the network was asked too often; please try again later",
  project:
    "the network does not let this server's app in; your Linnet admin must put it into a project with access at the network",
  blocked: "the network has suspended or locked this account; sort it out there, then connect again",
  clock: "this server's clock is wrong; your Linnet admin must set it, then connect again",
  not_permitted: "the network does not allow this callback address; add it in the app's settings",
  read_only: "the app may only read; give it read and write permission at the network, then connect again",
  too_often: "you have begun 20 links within an hour without finishing them; please wait a while",
  already_linked: "this account is linked by another user of this server",
} as const;

export type LinkFailureCode = keyof typeof linkFailures;

/** The sentence of a failure; `again`: from when on the network takes links, where it said so ("today, 14:20"). */
export const linkFailureSentence = (code: LinkFailureCode, again: string | null = null): string =>
  code === "limited" && again !== null
    ? `the network was asked too often; please try again ${again}`
    : linkFailures[code];

/** "today, 14:21"; null where it is no moment of the next 25 hours: an address may say anything. */
export function againAt(until: number | null, timeZone: string, now: number): string | null {
  if (until === null || !(until > now && until <= now + hours(25))) return null;
  const at = until + minutes(1);
  return `${dayLabel(at, timeZone, now).replace(/^To/, "to")}, ${clockTime(at, timeZone)}`;
}

export const isLinkFailure = (code: string | null): code is LinkFailureCode =>
  code !== null && Object.hasOwn(linkFailures, code);

/** The one that a program or an address names: by the network's id, else by the internal one; null: none of these. */
export const findNamed = <T extends { id: number; networkUserId: string }>(
  accounts: readonly T[],
  ref: string,
): T | null =>
  accounts.find(({ networkUserId }) => networkUserId === ref) ?? accounts.find(({ id }) => String(id) === ref) ?? null;

/**
 * The account that serves where none is named: the tweet's own while it is linked, else the default, else the first
 * (spec section 6). `accounts` are the person's linked ones, `own` is the internal id.
 */
export const chooseAccount = <T extends { id: number; isDefault: boolean }>(
  accounts: readonly T[],
  own: number | null = null,
): T | null =>
  accounts.find((account) => account.id === own) ??
  accounts.find((account) => account.isDefault) ??
  accounts[0] ??
  null;

/** Who serves what has `own` (the internal id) for its own, or none; `followsDefault`: another default would serve it. */
export function servedBy<T extends { id: number; isDefault: boolean }>(
  accounts: readonly T[],
  own: number | null,
): { account: T | null; followsDefault: boolean } {
  const account = chooseAccount(accounts, own);
  return { account, followsDefault: account === null || account.id !== own };
}
