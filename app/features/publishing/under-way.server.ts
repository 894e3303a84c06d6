// What is on its way just now: how many sends, and in a rush the tokens that were opened for them.
import type { App } from "~/app.server";
import { isSealedAlike, openTokens } from "~/features/accounts/accounts.server";
import type { NetworkTokens } from "~/ports/network/port";
import type { DueTweet } from "./due.server";

type Account = DueTweet["account"];
type Opened = Map<number, { account: Account; tokens: NetworkTokens }>;

interface Traffic {
  sends: number;
  /** By the account's id; null outside a rush. */
  opened: Opened | null;
}

const traffic = new WeakMap<App, Traffic>();

function trafficOf(app: App): Traffic {
  const known = traffic.get(app) ?? { sends: 0, opened: null };
  traffic.set(app, known);
  return known;
}

export const countUnderWay = (app: App): number => trafficOf(app).sends;

/** Counts a send from now until it has settled. */
export async function underWay<T>(app: App, send: () => Promise<T>): Promise<T> {
  const own = trafficOf(app);
  own.sends += 1;
  try {
    return await send();
  } finally {
    own.sends -= 1;
  }
}

/** While more is due than a pass takes, accounts with much to send have their tokens opened once; then they are forgotten. */
export function setRush(app: App, isRush: boolean): void {
  const own = trafficOf(app);
  own.opened = isRush ? (own.opened ?? new Map()) : null;
}

/** The tokens of an account that posts. Throws as `openTokens` does. */
export function tokensOf(app: App, account: Account): NetworkTokens {
  const { opened } = trafficOf(app);
  const known = opened?.get(account.id);
  if (known && isSealedAlike(known.account, account)) return known.tokens;
  const tokens = openTokens(app, account);
  opened?.set(account.id, { account, tokens });
  return tokens;
}
