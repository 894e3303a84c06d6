// Defines the scopes, limits and messages of named keys. Pure, used on both sides.

export const scopes = ["accounts", "publish", "read", "webhooks", "write"] as const;
export type Scope = (typeof scopes)[number];

export const scopeWords: Record<Scope, string> = {
  read: "see your tweets, accounts, analyses",
  write: "have tweets written, write and delete drafts (the AI may cost money)",
  publish: "post in public, and decide what goes out when",
  accounts: "link, hold and remove accounts",
  webhooks: "send news of your tweets to other servers",
};

/** Form order: from what changes least to what leaves Linnet. */
export const scopesInForm = Object.keys(scopeWords) as Scope[];

export const forAgents = "mcp";
/** Null: wherever named keys work. */
export type Audience = typeof forAgents | null;

export const createIntent = "create-key";
export const changeIntent = "change-key";

export const expiries = ["never", "30", "90", "365"] as const;

export const maxKeys = 20;
export const maxName = 60;
export const unusedAfterDays = 90;
export const overlapHours = { usual: 24, max: 168 } as const;

export const messages = {
  noName: "Please give the key a name, such as n8n",
  longName: `A key's name must be at most ${maxName} characters`,
  nameTaken: "You have a key of this name. Please choose another name, or revoke that one first.",
  noScope: "Please choose what this key may do",
  unknownScope: `A scope must be one of ${scopesInForm.join(", ")}`,
  past: "expires_at must be in the future",
  tooMany: `You have ${maxKeys} keys. Please revoke one first.`,
  unknown: "The API key is not valid",
  expired: "This API key has expired",
  waiting:
    "This API key waits: a backup was put back or the account was disabled, and its owner has not said yet that it is kept (Settings → API keys)",
  agentsOnly: "This API key is for agents only: it serves at /mcp and nowhere else",
  notAnAudience: `audience must be ${forAgents} or null`,
  inUrl: "A named key may not stand in the address. Please send it as Authorization: Bearer.",
  noBearer:
    "Authorization came without Bearer. Please send the API key as Authorization: Bearer, a space, and the key.",
  inOtherHeader: (name: string) =>
    `${name} is not read. Please send the API key as Authorization: Bearer, a space, and the key.`,
  namedOnly: "Only a named key serves here. Please make one in Settings → API keys and webhooks.",
  gone: "This API key does not exist",
  over: "This key has expired. Please make another one.",
  notForKeys: "No API key may do this",
  lacks: (scope: Scope) => `This key may not do that: it lacks the scope ${scope}.`,
} as const;

/** Stored sorted and without duplicates. */
export const scopesText = (given: readonly Scope[]): string => [...new Set(given)].sort().join(",");

export const readScopes = (text: string): Scope[] => scopes.filter((scope) => text.split(",").includes(scope));
