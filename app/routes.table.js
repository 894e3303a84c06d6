// Every URL of Linnet and the file that answers it.

/** The API by path; a file is the path with dots, ids left out. */
const api = {
  "api/users/register": "api.users.register",
  "api/users/login": "api.users.login",
  "api/questions/set-timezone/:user_id": "api.questions.set-timezone",
  "api/questions/submit-gemini": "api.questions.submit-gemini",
  "api/questions/task-status/:task_id": "api.questions.task-status",
  "api/questions/batch/:batch_id": "api.questions.batch",
  "api/questions/list/:user_id/account/:account_id": "api.questions.list",
  "api/questions/publish-now/:tweet_id": "api.questions.publish-now",
  "api/questions/multi-account/publish-now/:tweet_id": "api.questions.multi-account.publish-now",
  "api/questions/publish-random-auto/:tweet_id": "api.questions.publish-random-auto",
  "api/questions/multi-account/publish-random/:tweet_id": "api.questions.multi-account.publish-random",
  "api/questions/cancel/:tweet_id": "api.questions.cancel",
  "api/questions/schedule/:tweet_id": "api.questions.schedule",
  "api/questions/resolve/:tweet_id": "api.questions.resolve",
  "api/questions/tweet/:tweet_id": "api.questions.tweet.one",
  "api/questions/tweet": "api.questions.tweet",
  "api/questions/weigh": "api.questions.weigh",
  "api/twitter/accounts/list": "api.twitter.accounts.list",
  "api/twitter/accounts/:account_id/set-default": "api.twitter.accounts.set-default",
  "api/twitter/accounts/:account_id/pause": "api.twitter.accounts.pause",
  "api/twitter/accounts/:account_id/resume": "api.twitter.accounts.resume",
  "api/twitter/accounts/:account_id": "api.twitter.accounts.one",
  "api/twitter-auth/authorize/:user_id": "api.twitter-auth.authorize",
  "api/twitter-auth/authorize-force-logout/:user_id": "api.twitter-auth.authorize-force-logout",
  "api/twitter-auth/callback": "api.twitter-auth.callback",
  "api/bots/content-analysis/analyze": "api.bots.content-analysis.analyze",
  "api/bots/content-analysis/bot-control/:analysis_id": "api.bots.content-analysis.bot-control",
  "api/bots/content-analysis/bot-status/:user_id": "api.bots.content-analysis.bot-status",
  "api/bots/content-analysis/list/:user_id": "api.bots.content-analysis.list",
  "api/openapi.json": "api.openapi",
  "api/malformed-url": "api.malformed-url",
  "api/*": "api.unknown",
};

const pages = {
  generate: "generate",
  "generate/suggestions/:batch_id": "generate.suggestions",
  timeline: "timeline",
  bot: "bot",
  strategy: "strategy",
  "product-analyse": "product-analyse",
  "accounts/connect": "accounts.connect",
  "session/key": "session.key",
  "settings/export": "settings.export",
  "sandbox/authorize": "sandbox.authorize",
  "sandbox/:handle/status/:post_id": "sandbox.post",
  doctor: "doctor",
  healthz: "healthz",
  metrics: "metrics",
  "*": "not-found",
};

/** @type {NonNullable<import("@remix-run/dev").AppConfig["routes"]>} */
export const routes = (define) =>
  define((route) => {
    route("/", "routes/index.tsx", { index: true });
    for (const [path, file] of Object.entries(pages)) route(path, `routes/${file}.tsx`);
    for (const [path, file] of Object.entries(api)) route(path, `routes/${file}.ts`);
  });
