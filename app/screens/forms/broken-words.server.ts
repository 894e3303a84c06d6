// Error messages for forms that fail unexpectedly, by intent. Used on the server only.
import {
  accountMessages,
  alertMessages,
  analysisMessages,
  botMessages,
  generationMessages,
  mailLinkMessages,
  ownAccountMessages,
  publishingMessages,
  signInMessages,
} from "~/ground/messages";
import type { IntentName } from "./intents";

const words: Partial<Record<IntentName, string>> = {
  "sign-in": signInMessages.login,
  "create-account": signInMessages.register,
  "forgot-password": mailLinkMessages.forgotBroke,
  "sign-out-everywhere": ownAccountMessages.everywhereBroke,
  "change-password": ownAccountMessages.changeBroke,
  "delete-my-account": ownAccountMessages.leaveBroke,
  "set-default": accountMessages.setDefault,
  "delete-account-link": accountMessages.remove,
  "post-now": publishingMessages.failed,
  generate: generationMessages.submit,
  "start-bot": botMessages.start,
  "stop-bot": botMessages.stop,
  "choose-password": mailLinkMessages.chooseBroke,
  "confirm-address": mailLinkMessages.confirmBroke,
  "ask-to-confirm": alertMessages.linkBroke,
  "send-test-mail": alertMessages.testBroke,
  "choose-alerts": alertMessages.saveBroke,
  "end-session": ownAccountMessages.endBroke,
  "end-other-sessions": ownAccountMessages.othersBroke,
  analyse: analysisMessages.failed,
  "analyse-again": analysisMessages.failed,
};

export const brokenWords = (name: unknown): string | null =>
  typeof name === "string" && Object.hasOwn(words, name) ? (words[name as IntentName] ?? null) : null;
