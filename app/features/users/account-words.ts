// What the state of a linked account is called, wherever it is named: one word a state. Pure.

/** `reconnect`: the network refused its authorization; `blocked`: the network wants something else; `paused`: by the person. */
export type AccountState = "active" | "reconnect" | "blocked" | "paused";

export const accountWords: Record<AccountState, string | null> = {
  active: null,
  reconnect: "Reconnect",
  blocked: "Held by X",
  paused: "Paused",
};

/** What waits for it, and for what: as the end of a sentence that begins with its name. */
export const waitingFor: Record<Exclude<AccountState, "active">, string> = {
  reconnect: "must be reconnected: it waits until you do that.",
  blocked: "is held by X: it waits until you resume it.",
  paused: "is paused: it waits until you resume it.",
};

/** Where an account is linked, or linked again: a plain address, since it leads away to the network. */
export const connectHref = "/accounts/connect";

/** Whether a sentence of ours tells the person to link an account, so that the way there belongs beside it. */
export const asksToConnect = (sentence: string): boolean =>
  /\breconnect(ed)?\b|\bconnect (it|the accounts?|each account|an account) (again|first)\b/i.test(sentence);
