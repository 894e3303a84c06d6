// Names the states of a linked account, for all screens. Pure.

/** `reconnect`: X refused the authorization; `blocked`: X paused it for another reason; `paused`: by the user. */
export type AccountState = "active" | "reconnect" | "blocked" | "paused";

export const accountWords: Record<AccountState, string | null> = {
  active: null,
  reconnect: "Reconnect",
  blocked: "Blocked by X",
  paused: "Paused",
};

/** `who` is "@handle" or "the account". */
export const waitingFor: Record<Exclude<AccountState, "active">, (who: string) => string> = {
  reconnect: (who) => `Reconnect ${who} to post this.`,
  blocked: (who) => `${who} is blocked by X. This posts after you resume the account.`,
  paused: (who) => `${who} is paused. This posts after you resume it.`,
};

export const connectHref = "/accounts/connect";

export const asksToConnect = (sentence: string): boolean =>
  /\breconnect(ed)?\b|\bconnect (it|the accounts?|each account|an account) (again|first)\b/i.test(sentence);
