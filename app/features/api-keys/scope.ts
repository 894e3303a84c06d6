// Defines the scopes, limits and messages of named keys. Pure, used on both sides.

export const scopes = ["accounts", "publish", "read", "webhooks", "write"] as const;
export type Scope = (typeof scopes)[number];

export const scopeWords: Record<Scope, string> = {
  read: "see your tweets, accounts, analyses",
  write: "generate, write and delete drafts (AI use may cost money)",
  publish: "post, schedule, move and delete tweets",
  accounts: "connect, pause and remove accounts",
  webhooks: "manage webhooks",
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
  noName: "Enter a name, such as n8n.",
  longName: `A key’s name can have up to ${maxName} characters.`,
  nameTaken: "You already have a key with this name. Choose another name, or revoke that key first.",
  noScope: "Choose at least one scope.",
  unknownScope: `A scope must be one of ${scopesInForm.join(", ")}`,
  past: "expires_at must be in the future",
  tooMany: `You already have ${maxKeys} keys, the maximum. Revoke one first.`,
  unknown: "The API key isn’t valid.",
  expired: "This API key has expired.",
  waiting:
    "This API key is paused because a backup was restored or the account was disabled. Its owner can re-enable it in Settings → API keys and webhooks.",
  agentsOnly: "This API key is for agents only. It only works at /mcp.",
  notAnAudience: `audience must be ${forAgents} or null`,
  inUrl: "An API key can’t be in the URL. Send it as Authorization: Bearer.",
  noBearer:
    "The Authorization header has no Bearer token. Send Authorization: Bearer, followed by a space and the API key.",
  inOtherHeader: (name: string) =>
    `${name} isn’t supported. Send Authorization: Bearer, followed by a space and the API key.`,
  namedOnly: "Only an API key works here. Create one in Settings → API keys and webhooks.",
  gone: "This API key doesn’t exist.",
  over: "This key has expired. Create a new one.",
  notForKeys: "API keys can’t do this.",
  lacks: (scope: Scope) => `This key needs the ${scope} scope to do that.`,
} as const;

/** Stored sorted and without duplicates. */
export const scopesText = (scopes: readonly Scope[]): string => [...new Set(scopes)].sort().join(",");

export const readScopes = (text: string): Scope[] => scopes.filter((scope) => text.split(",").includes(scope));
