// The table of intents: each form's messages on failure, and where they are shown. Pure.
import {
  accountMessages,
  analysisMessages,
  botMessages,
  callMessages,
  generationMessages,
  signInMessages,
} from "~/ground/messages";

interface Intent {
  networkError: string;
  /** Shown to a guest instead of sending the form (spec section 5). */
  toGuests?: string;
  /** Where a failure is shown. Left out: wherever the page shows failures. */
  panel?: string;
  errorModal?: "anyone" | "guests";
  title?: string;
  sends?: "immediate" | "scheduled";
  /** A success redirects to a task's page (spec section 5). */
  leadsToTask?: true;
}

const { network } = generationMessages;
// A guest doesn't see these modals, so a user who was signed out gets the error modal.
const ofPeople = { networkError: network, errorModal: "guests" } as const;
const ofAccounts = { networkError: accountMessages.network, panel: "sidebar" };
const ofAnalysis = { networkError: analysisMessages.network, toGuests: callMessages.notSignedIn };
const ofFactor = { networkError: network, panel: "factor" };
const ofAlerts = { networkError: network, panel: "alerts" };
const ofSettings = { networkError: network, panel: "settings" };
const ofIdentity = { ...ofPeople, panel: "identity" };
const ofSessions = { ...ofPeople, panel: "sessions" };
const sharedForm = { networkError: network, panel: "form" };
const ofBots = { networkError: botMessages.network, toGuests: callMessages.notSignedIn };

/** The compiler checks that a screen's `Actions` has every name of a group. */
export const frameIntents = {
  "sign-in": { networkError: signInMessages.loginBroke, panel: "login" },
  "create-account": { networkError: signInMessages.registerBroke, panel: "register" },
  "forgot-password": { networkError: network, panel: "forgot" },
  "sign-out": { networkError: network, panel: "sidebar", errorModal: "anyone" },
  "sign-out-everywhere": { ...ofPeople, panel: "everywhere" },
  "change-password": { ...ofPeople, panel: "password" },
  "delete-my-account": { ...ofPeople, panel: "leave" },
  "set-timezone": ofSettings,
  "draw-anew": { networkError: network, panel: "night" },
  "set-theme": ofSettings,
  "set-preferences": ofSettings,
  "set-default": ofAccounts,
  "pause-account": ofAccounts,
  "resume-account": ofAccounts,
  "delete-account-link": { ...ofAccounts, panel: "unlink" },
} satisfies Record<string, Intent>;

export const wordsIntents = {
  "edit-tweet": { networkError: network, panel: "edit" },
} satisfies Record<string, Intent>;

/** One intent for all actions, named by `do`, because each intent adds to every page's script. */
export const ideasIntents = {
  ideas: { networkError: network },
} satisfies Record<string, Intent>;

export const planIntents = {
  "schedule-all": sharedForm,
} satisfies Record<string, Intent>;

export const tweetIntents = {
  ...wordsIntents,
  ...ideasIntents,
  ...planIntents,
  "post-now": { networkError: network, sends: "immediate" },
  "add-to-timeline": { networkError: network, sends: "scheduled" },
  "take-off": { networkError: network },
  "take-back": { networkError: network },
  "schedule-at": { networkError: network, panel: "time" },
  "post-as": { networkError: network, panel: "account" },
  dismiss: { networkError: network },
  "refine-tweet": { networkError: network },
  resolve: { networkError: network },
  "change-thread": { networkError: network, panel: "edit" },
  "steer-thread": { networkError: network, panel: "thread" },
  "decide-backlog": { networkError: network },
  "delete-post": { networkError: network, panel: "delete" },
  "write-tweet": { networkError: network, panel: "write" },
} satisfies Record<string, Intent>;

export const generateIntents = {
  generate: { networkError: network, panel: "topic", leadsToTask: true },
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

export const linkIntents = {
  "choose-password": { networkError: network, panel: "reset-password" },
  "confirm-address": { networkError: network, panel: "address" },
} satisfies Record<string, Intent>;

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

export const adminIntents = {
  "manage-people": { networkError: network, panel: "people" },
} satisfies Record<string, Intent>;

export const voiceIntents = {
  "keep-voice": sharedForm,
} satisfies Record<string, Intent>;

export const hoursIntents = {
  "keep-hours": sharedForm,
} satisfies Record<string, Intent>;

export const programIntents = {
  "create-key": sharedForm,
  "change-key": sharedForm,
  "keep-webhooks": sharedForm,
} satisfies Record<string, Intent>;

export const insightsIntents = {
  worked: { networkError: network },
} satisfies Record<string, Intent>;

const table = {
  ...insightsIntents,
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

export const intentOf = (name: unknown): Intent | null =>
  typeof name === "string" && Object.hasOwn(table, name) ? intents[name as IntentName] : null;
