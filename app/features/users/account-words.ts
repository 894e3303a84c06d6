// Names the states of a linked account, for all screens. Pure.

/** `reconnect`: X refused the authorization; `blocked`: X paused it for another reason; `paused`: by the user. */
export type AccountState = "active" | "reconnect" | "blocked" | "paused";

export const accountWords: Record<AccountState, string | null> = {
  active: null,
  reconnect: "Reconnect",
  blocked: "Held by X",
  paused: "Paused",
};

export const waitingFor: Record<Exclude<AccountState, "active">, string> = {
  reconnect: "must be reconnected: it waits until you do that.",
  blocked: "is held by X: it waits until you resume it.",
  paused: "is paused: it waits until you resume it.",
};

export const connectHref = "/accounts/connect";

export const asksToConnect = (sentence: string): boolean =>
  /\breconnect(ed)?\b|\bconnect (it|the accounts?|each account|an account) (again|first)\b/i.test(sentence);
