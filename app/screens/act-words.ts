// What each form of a screen says when it comes to nothing: the one table, in spec section 8's words where it has some. Pure.
import { accountSays, analysisSays, botSays, generationSays, ownSays, publishingSays, signInSays } from "~/catalogue";

export interface ActWords {
  /** The server could not be reached, or its answer never came. */
  unreached: string;
  /** The server broke and has no words for it; null: those for whatever nobody foresaw. */
  broke: string | null;
}

/** A form's hidden `intent`. What stands in no row of the table can't be a screen's: `Intents` are made of its names. */
export type IntentName = keyof typeof table;

const says = (unreached: string, broke: string | null = null): ActWords => ({ unreached, broke });

const table = {
  "sign-in": says(signInSays.loginBroke, signInSays.login),
  "create-account": says(signInSays.registerBroke, signInSays.register),
  "sign-out": says(generationSays.network),
  "sign-out-everywhere": says(generationSays.network, ownSays.everywhereBroke),
  "change-password": says(generationSays.network, ownSays.changeBroke),
  "delete-my-account": says(generationSays.network, ownSays.leaveBroke),
  "set-timezone": says(generationSays.network),
  "draw-anew": says(generationSays.network),
  "set-theme": says(generationSays.network),
  "set-default": says(accountSays.network, accountSays.setDefault),
  "pause-account": says(accountSays.network),
  "resume-account": says(accountSays.network),
  "delete-account-link": says(accountSays.network, accountSays.remove),
  generate: says(generationSays.network, generationSays.submit),
  "post-now": says(generationSays.network, publishingSays.failed),
  "add-to-timeline": says(generationSays.network),
  "take-off": says(generationSays.network),
  "schedule-at": says(generationSays.network),
  "post-as": says(generationSays.network),
  dismiss: says(generationSays.network),
  resolve: says(generationSays.network),
  "edit-tweet": says(generationSays.network),
  "write-tweet": says(generationSays.network),
  analyse: says(analysisSays.network, analysisSays.failed),
  "analyse-again": says(analysisSays.network, analysisSays.failed),
  "start-bot": says(botSays.network, botSays.start),
  "stop-bot": says(botSays.network, botSays.stop),
  "review-bot": says(botSays.network),
  "approve-tweet": says(botSays.network),
  "reject-tweet": says(botSays.network),
};

export const actWords: Readonly<Record<IntentName, ActWords>> = table;

/** Null for a name that is in no row: a form may call its intent "constructor". */
export const wordsOf = (intent: unknown): ActWords | null =>
  typeof intent === "string" && Object.hasOwn(table, intent) ? actWords[intent as IntentName] : null;
