// The whole contract, in reading order.
import { z } from "zod";
import * as accounts from "./accounts.server";
import * as bots from "./bots.server";
import * as bulk from "./bulk.server";
import { type Endpoint, endpoint } from "./endpoint.server";
import * as generation from "./generation.server";
import * as ideas from "./ideas.server";
import * as keys from "./programs/keys.server";
import * as media from "./media.server";
import * as plans from "./plans.server";
import * as publishing from "./publishing.server";
import * as reads from "./reads.server";
import * as refining from "./refining.server";
import * as results from "./results.server";
import * as spending from "./programs/spending.server";
import * as threads from "./threads.server";
import * as tweets from "./tweets.server";
import * as users from "./users.server";
import * as voices from "./voices.server";
import * as webhooks from "./programs/webhooks.server";

export const openapi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  access: "open",
  scope: "any",
  summary: "Get this document",
  description:
    "Returns OpenAPI 3.1, generated from the schemas that validate requests. `/api/docs` is the same document for people to read. Has an ETag, and allows any origin.",
  unknown: "ignored",
  status: 200,
  answer: z.looseObject({ openapi: z.string() }),
  bare: true,
  anyOrigin: true,
  cache: "public, max-age=300",
  refusals: [],
  example: { answer: { openapi: "3.1.1" } },
});

export const groupWords: Readonly<Record<string, string>> = {
  People: "Register, sign in, set the time zone",
  "API keys": "Create, rotate and revoke API keys",
  Accounts: "Connect, pause and disconnect X accounts, set the default",
  Generation: "Generate tweets about a topic",
  Voices: "Set how an account sounds",
  Publishing: "Post now or later, unschedule, delete from X",
  "Posting hours": "Set when an account posts, and plan whole batches",
  Ideas: "List tweets, move them to Trash and restore them",
  "Product analysis and bots": "Score a product description, and run a bot that posts about it",
  Words: "Write and edit tweets, count characters",
  Threads: "Write, post and stop threads",
  Pictures: "Upload images for tweets",
  Refining: "Rewrite tweets, and restore versions",
  Results: "Get metrics and insights",
  Webhooks: "Send events to another server",
  "A day's spending": "Divide the server's limit between users, for admins",
  "OpenAPI document": "Get the API as OpenAPI 3.1",
};

export const contract: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  People: { register: users.register, logIn: users.login, setTimezone: users.setTimezone, whoAmI: keys.me },
  "API keys": {
    listKeys: keys.list,
    createKey: keys.create,
    rotateKey: keys.rotate,
    revokeKey: keys.revoke,
  },
  Accounts: {
    listAccounts: accounts.listAccounts,
    setDefaultAccount: accounts.setDefault,
    pauseAccount: accounts.pauseAccount,
    resumeAccount: accounts.resumeAccount,
    deleteAccount: accounts.deleteAccount,
    authorize: accounts.authorize,
    authorizeForceLogout: accounts.authorizeForceLogout,
    finishAuthorization: accounts.callback,
  },
  Generation: {
    generateTweets: generation.submit,
    readTask: generation.taskStatus,
    readBatch: generation.batch,
    listTasks: reads.listTasks,
    getTask: reads.getTask,
  },
  Voices: { readVoice: voices.read, saveVoice: voices.save, previewVoice: voices.preview },
  Publishing: {
    publishNow: publishing.publishNow,
    publishNowAs: publishing.publishNowAs,
    publishRandom: publishing.publishRandom,
    publishRandomAs: publishing.publishRandomAs,
    schedule: publishing.schedule,
    scheduleBatch: plans.scheduleBatch,
    listBacklog: plans.listBacklog,
    decideBacklog: plans.decideBacklog,
    moveTweet: publishing.move,
    cancel: publishing.cancel,
    resolve: publishing.resolve,
    deletePost: publishing.deletePost,
    listHistory: publishing.history,
  },
  "Posting hours": { readHours: plans.readHours, saveHours: plans.saveHours },
  Ideas: {
    listTweets: ideas.listTweets,
    listBatches: ideas.listBatches,
    discardTweet: ideas.discardTweet,
    restoreTweet: ideas.restoreTweet,
    getTweet: reads.getTweet,
    getBatch: reads.getBatch,
  },
  "Product analysis and bots": {
    analyze: bots.analyze,
    controlBot: bots.botControl,
    listBots: bots.botList,
    listAnalyses: bots.analysisList,
    pageAnalyses: reads.pageAnalyses,
    getAnalysis: reads.getAnalysis,
    deleteAnalysis: reads.deleteAnalysis,
    pageBots: reads.pageBots,
  },
  Words: {
    writeTweet: tweets.writeTweet,
    writeTweets: bulk.writeTweets,
    editTweet: tweets.editTweet,
    weigh: tweets.weigh,
  },
  Threads: {
    writeThread: threads.write,
    changeThread: threads.change,
    continueThread: threads.goOn,
    stopThread: threads.stop,
    splitText: threads.split,
  },
  Pictures: { uploadPicture: media.upload, readPicture: media.read, deletePicture: media.remove },
  Refining: {
    refineTweet: refining.refine,
    writeBatchAgain: refining.writeAgain,
    listVersions: refining.listVersions,
    restoreVersion: refining.restoreVersion,
  },
  Results: {
    readResultSettings: results.readSettings,
    saveResultSettings: results.saveSettings,
    listResults: results.list,
    readResultNow: results.readNow,
    summarizeResults: results.summary,
    exportResults: results.exportCsv,
  },
  Webhooks: {
    listWebhooks: webhooks.list,
    addWebhook: webhooks.add,
    readWebhook: webhooks.read,
    changeWebhook: webhooks.change,
    deleteWebhook: webhooks.remove,
    testWebhook: webhooks.test,
    rotateWebhookSecret: webhooks.rotate,
    listDeliveries: webhooks.deliveries,
    replayDelivery: webhooks.replay,
  },
  "A day's spending": { listSpending: spending.list, setSpendShare: spending.setShare },
  "OpenAPI document": { readOpenApi: openapi },
};

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group));
