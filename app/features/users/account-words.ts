// Names the states of a linked account, for all screens. Pure.

/** `reconnect`: X refused the authorization; `blocked`: X paused it for another reason; `paused`: by the user. */
export type AccountState = "active" | "reconnect" | "blocked" | "paused";

export const accountWords: Record<AccountState, string | null> = {
  active: null,
  reconnect: "Reconnect",
  blocked: "Blocked by X",
  paused: "Paused",
};

/** `account` is "@handle" or "the account". */
export const waitingFor: Record<Exclude<AccountState, "active">, (account: string) => string> = {
  reconnect: (account) => `Reconnect ${account} to post this.`,
  blocked: (account) => `${account} is blocked by X. Resume the account to post this.`,
  paused: (account) => `${account} is paused. Resume the account to post this.`,
};

export const connectHref = "/accounts/connect";

export const asksToConnect = (sentence: string): boolean =>
  /\breconnect(ed)?\b|\bconnect (it|the accounts?|each account|an account) (again|first)\b/i.test(sentence);
