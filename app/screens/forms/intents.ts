// The table of intents: every form's hidden `intent`, what is said when it comes to nothing, and where. Pure, for both sides.
import {
  accountMessages,
  analysisMessages,
  botMessages,
  callMessages,
  generationMessages,
  signInMessages,
} from "~/ground/messages";

interface Intent {
  /** The server could not be reached, or its answer never came. */
  unreached: string;
  /** Said to a guest, of whom nothing is sent (spec section 5); left out: no guest has such a form, or may send it. */
  toGuests?: string;
  /** The panel, the modal or the part of a screen that shows its failure; left out: whatever the page shows of any. */
  panel?: string;
  /** Who is told in the error modal where that panel can't be shown. */
  errorModal?: "anyone" | "guests";
  /** What is said of its failure before the reason. */
  title?: string;
  /** The press sends a tweet on its way. */
  sends?: "immediate" | "scheduled";
  /** Its answer leads to a task's own page; any other is none (spec section 5). */
  leadsToTask?: true;
}

const { network } = generationMessages;
// A guest doesn't see the modal of these: who was signed out meanwhile is told all the same.
const ofPeople = { unreached: network, errorModal: "guests" } as const;
const ofAccounts = { unreached: accountMessages.network, panel: "sidebar" };
const ofAnalysis = { unreached: analysisMessages.network, toGuests: callMessages.notSignedIn };
const ofFactor = { unreached: network, panel: "factor" };
const ofAlerts = { unreached: network, panel: "alerts" };
const ofSettings = { unreached: network, panel: "settings" };
const ofIdentity = { ...ofPeople, panel: "identity" };
const ofSessions = { ...ofPeople, panel: "sessions" };
/** What is refused is shown by the form itself; no page has two such. */
const ofOneForm = { unreached: network, panel: "form" };
const ofBots = { unreached: botMessages.network, toGuests: callMessages.notSignedIn };

// Each group has its `Actions` in one screen's actions.server.ts: a name without them, or they without a name, don't compile.
export const frameIntents = {
  "sign-in": { unreached: signInMessages.loginBroke, panel: "login" },
  "create-account": { unreached: signInMessages.registerBroke, panel: "register" },
  "forgot-password": { unreached: network, panel: "forgot" },
  "sign-out": { unreached: network, panel: "sidebar", errorModal: "anyone" },
  "sign-out-everywhere": { ...ofPeople, panel: "everywhere" },
  "change-password": { ...ofPeople, panel: "password" },
  "delete-my-account": { ...ofPeople, panel: "leave" },
  "set-timezone": ofSettings,
  "draw-anew": { unreached: network, panel: "night" },
  "set-theme": ofSettings,
  "set-preferences": ofSettings,
  "set-default": ofAccounts,
  "pause-account": ofAccounts,
  "resume-account": ofAccounts,
  "delete-account-link": { ...ofAccounts, panel: "unlink" },
} satisfies Record<string, Intent>;

/** Of every tweet that isn't sent, a bot's proposal too. */
export const wordsIntents = {
  "edit-tweet": { unreached: network, panel: "edit" },
} satisfies Record<string, Intent>;

/** The bin, one for all acts: `do` says which. */
export const ideasIntents = {
  ideas: { unreached: network },
} satisfies Record<string, Intent>;

/** Several tweets scheduled at once, and taken back: one for both acts. */
export const planIntents = {
  "schedule-all": ofOneForm,
} satisfies Record<string, Intent>;

export const tweetIntents = {
  ...wordsIntents,
  ...ideasIntents,
  ...planIntents,
  "post-now": { unreached: network, sends: "immediate" },
  "add-to-timeline": { unreached: network, sends: "scheduled" },
  "take-off": { unreached: network },
  "take-back": { unreached: network },
  "schedule-at": { unreached: network, panel: "time" },
  "post-as": { unreached: network, panel: "account" },
  dismiss: { unreached: network },
  "refine-tweet": { unreached: network },
  resolve: { unreached: network },
  "change-thread": { unreached: network, panel: "edit" },
  "steer-thread": { unreached: network, panel: "thread" },
  "decide-backlog": { unreached: network },
  "delete-post": { unreached: network, panel: "delete" },
  "write-tweet": { unreached: network, panel: "write" },
} satisfies Record<string, Intent>;

export const generateIntents = {
  generate: { unreached: network, panel: "topic", leadsToTask: true },
} satisfies Record<string, Intent>;

export const analyseIntents = {
  analyse: { ...ofAnalysis, panel: "description" },
  "analyse-again": { ...ofAnalysis, panel: "analysis" },
  "start-bot": { ...ofBots, title: botMessages.start, panel: "start" },
  "stop-bot": { ...ofBots, title: botMessages.stop },
  "review-bot": { ...ofBots, title: botMessages.start },
  "teach-bot": ofBots,
  "approve-tweet": ofBots,
  "reject-tweet": ofBots,
} satisfies Record<string, Intent>;

/** Behind a link that came by mail. */
export const linkIntents = {
  "choose-password": { unreached: network, panel: "reset-password" },
  "confirm-address": { unreached: network, panel: "address" },
} satisfies Record<string, Intent>;

/** In Settings, Security; and "second-step" after the right password. One object, since each weighs on every page. */
export const factorIntents = {
  "second-step": ofFactor,
  "set-up-factor": ofFactor,
  "switch-on-factor": ofFactor,
  "switch-off-factor": ofFactor,
  "renew-codes": ofFactor,
  "keep-codes": ofFactor,
  "add-passkey": ofFactor,
  "rename-passkey": ofFactor,
  "remove-passkey": ofFactor,
} satisfies Record<string, Intent>;

export const settingsIntents = {
  "ask-to-confirm": ofAlerts,
  "send-test-mail": ofAlerts,
  "choose-alerts": ofAlerts,
  "end-session": ofSessions,
  "end-other-sessions": ofSessions,
  "prove-password": ofIdentity,
  "remove-identity": ofIdentity,
} satisfies Record<string, Intent>;

/** On the operator's page: one for all acts, since each weighs on every page. */
export const adminIntents = {
  "manage-people": { unreached: network, panel: "people" },
} satisfies Record<string, Intent>;

/** On the voice's page: one for all acts, as for people. */
export const voiceIntents = {
  "keep-voice": ofOneForm,
} satisfies Record<string, Intent>;

/** On the page of an account's posting hours. */
export const hoursIntents = {
  "keep-hours": ofOneForm,
} satisfies Record<string, Intent>;

/** On the page of keys for programs: a new one, one for what is done to those there are, and one for webhooks. */
export const programIntents = {
  "create-key": ofOneForm,
  "change-key": ofOneForm,
  "keep-webhooks": ofOneForm,
} satisfies Record<string, Intent>;

/** On the page of how tweets did: one for both acts. */
export const workedIntents = {
  worked: { unreached: network },
} satisfies Record<string, Intent>;

const table = {
  ...workedIntents,
  ...programIntents,
  ...hoursIntents,
  ...voiceIntents,
  ...adminIntents,
  ...linkIntents,
  ...factorIntents,
  ...settingsIntents,
  ...frameIntents,
  ...tweetIntents,
  ...generateIntents,
  ...analyseIntents,
};

export type IntentName = keyof typeof table;

declare module "~/ui/form/use-busy" {
  interface IntentTable {
    name: IntentName;
  }
}

export const intents: Readonly<Record<IntentName, Intent>> = table;

/** Null for a name that is in no row: a form may call its intent "constructor". */
export const intentOf = (name: unknown): Intent | null =>
  typeof name === "string" && Object.hasOwn(table, name) ? intents[name as IntentName] : null;
