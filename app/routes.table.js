// Maps each URL of Linnet to its file. Remix compares a URL with all of these, so the API has one entry here
// and its own table (app/api/index.server.ts).

const files = {
  generate: "generate.tsx",
  "generate/suggestions/:batch_id": "generate.suggestions.tsx",
  timeline: "timeline.tsx",
  write: "write.tsx",
  images: "images.tsx",
  ideas: "ideas.tsx",
  worked: "worked/page.tsx",
  "worked/export": "worked/export.tsx",
  bot: "bot.tsx",
  strategy: "strategy.tsx",
  "product-analyse": "product-analyse.tsx",
  "accounts/connect": "accounts.connect.tsx",
  "session/key": "session.key.tsx",
  "session/passkey": "session.passkey.tsx",
  "sign-in/second-step": "sign-in/second-step.tsx",
  "sign-in/provider": "sign-in/provider.tsx",
  "settings/security": "settings/security.tsx",
  "settings/alerts": "settings/alerts.tsx",
  "settings/voice": "settings/voice.tsx",
  "settings/hours": "settings/hours.tsx",
  "settings/programs": "settings/programs.tsx",
  "settings/export": "settings/export.tsx",
  "sandbox/authorize": "sandbox/authorize.tsx",
  "sandbox/:handle/status/:post_id": "sandbox/post.tsx",
  "sandbox/pictures/:media_id": "sandbox/picture.tsx",
  "reset-password": "mail-links/reset-password.tsx",
  "confirm-address": "mail-links/confirm-address.tsx",
  join: "mail-links/join.tsx",
  admin: "admin.tsx",
  doctor: "doctor.tsx",
  "go-live": "go-live.tsx",
  healthz: "healthz.tsx",
  readyz: "readyz.tsx",
  metrics: "metrics.tsx",
  mcp: "mcp.ts",
  "api/docs": "api/docs.tsx",
  "api/*": "api.ts",
  "*": "not-found.tsx",
};

/** @type {NonNullable<import("@remix-run/dev").AppConfig["routes"]>} */
export const routes = (define) =>
  define((route) => {
    route("/", "routes/index.tsx", { index: true });
    for (const [path, file] of Object.entries(files)) route(path, `routes/${file}`);
  });
