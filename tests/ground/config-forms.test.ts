// The same mistakes of form over every setting of .env.example: quotes, blanks, a byte order mark, a ~ that no shell replaced.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, ConfigError, readConfig } from "~/ground/config.server";
import { presentName } from "~/features/users/zone/zone-names";
import { faultsIn } from "./config-faults";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "linnet-forms-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

type Environment = Record<string, string>;
const example = readFileSync(join(import.meta.dirname, "..", "..", ".env.example"), "utf8");
const settings = [...example.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
// Of tests and programs alone: no line of .env.example.
const others = ["X_API_ORIGIN", "GEMINI_BASE_URL"];

const secret = "a secret of the tests";
const ai = { AI_BASE_URL: "https://ai.example/v1", AI_MODEL: "m" };
/** A value that is taken, and what it needs beside it. */
const good: Record<string, [value: string, beside?: Environment]> = {
  PORT: ["4000"],
  HOST: ["127.0.0.1"],
  DATA_DIR: ["/nowhere"],
  APP_ORIGIN: ["https://linnet.example"],
  OPERATOR_CONTACT: ["olga@linnet.example"],
  SMTP_URL: ["smtp://mail.example", { MAIL_FROM: "linnet@linnet.example" }],
  MAIL_FROM: ["Linnet <linnet@linnet.example>", { SMTP_URL: "smtp://mail.example" }],
  ALERT_URL: ["https://ntfy.example/linnet"],
  ALLOW_PRIVATE_WEBHOOKS: ["on"],
  TRUST_PROXY: ["1"],
  DATABASE_URL: ["postgres://linnet:hush@db.example/linnet"],
  DATABASE_POOL: ["9"],
  DATABASE_LISTEN_URL: ["postgres://linnet:hush@db.example/other", { DATABASE_URL: "postgres://db.example/linnet" }],
  GEMINI_API_KEY: ["hush-gemini"],
  GEMINI_MODEL: ["gemini-3.6-flash", { GEMINI_API_KEY: "k" }],
  GEMINI_BASE_URL: ["https://gemini.example", { GEMINI_API_KEY: "k" }],
  AI_BASE_URL: ["https://ai.example/v1", { AI_MODEL: "m" }],
  AI_MODEL: ["llama3.1:8b", { AI_BASE_URL: "https://ai.example/v1" }],
  AI_API_KEY: ["hush-ai", ai],
  AI_PRICE: ["0.15/0.60", ai],
  AI_TIMEOUT_SECONDS: ["90", ai],
  AI_CONTEXT: ["4096", ai],
  AI_CONCURRENCY: ["2", ai],
  AI_REASONING: ["low", ai],
  AI_WRITER: ["compatible", { GEMINI_API_KEY: "k", ...ai }],
  AI_FALLBACK: ["on", { GEMINI_API_KEY: "k", ...ai }],
  X_API_KEY: ["hush-key", { X_API_SECRET: "s" }],
  X_API_SECRET: ["hush-secret", { X_API_KEY: "k" }],
  X_API_ORIGIN: ["https://x.example", { X_API_KEY: "k", X_API_SECRET: "s" }],
  REGISTRATION: ["invite"],
  OIDC_ISSUER: ["https://id.example", { OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" }],
  OIDC_CLIENT_ID: ["linnet", { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_SECRET: "s" }],
  OIDC_CLIENT_SECRET: ["hush-oidc", { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "id" }],
  OIDC_LABEL: ["The house", { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" }],
  OIDC_ONLY: ["on", { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" }],
  OIDC_TRUST_EMAIL: ["on", { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" }],
  ADMIN_EMAILS: ["olga@linnet.example,otto@linnet.example"],
  SCHEDULE_WINDOW_HOURS: ["3-9"],
  QUIET_HOURS: ["22-6"],
  MIN_GAP_SECONDS: ["61"],
  CATCH_UP_GAP_SECONDS: ["121"],
  SPACING_MINUTES: ["61"],
  THREAD_GAP_SECONDS: ["6"],
  RECONCILE_AFTER_SECONDS: ["121"],
  DAILY_POST_LIMIT: ["51"],
  DAILY_SPEND_LIMIT: ["6"],
  BOT_DAILY_POSTS: ["4"],
  RESULTS_HOURS: ["2,24,72,168,696"],
  DAILY_READ_LIMIT: ["2"],
  X_APP_OWNER: ["@linnet"],
  IMAGES: ["off"],
  IMAGE_QUOTA_MB: ["201"],
  SESSION_SECRET: ["hush this is a secret,hush this is an older one"],
  ENCRYPTION_KEY: ["hush this is another key"],
  PASSWORDS: ["strict"],
  RATE_LIMITS: ["off"],
  LOG_LEVEL: ["warn"],
  METRICS_TOKEN: ["hush-metrics"],
  BACKUP_COPY: ['cp "$1" /elsewhere'],
  X_PRICES: ['{"asOf":"2027-01-15","post":0.02}'],
};
const secretLists = ["SESSION_SECRET", "ENCRYPTION_KEY"];

const read = (env: Environment): Config =>
  readConfig(
    { DATA_DIR: dir, SESSION_SECRET: secret, ENCRYPTION_KEY: secret, ...env },
    { limit: null, total: 2 ** 33 },
  );
const faultsOf = (env: Environment): string[] => faultsIn(() => read(env));

it("the table has every setting that there is", () => {
  expect(settings.length).toBeGreaterThan(40);
  expect(settings.filter((name) => !Object.hasOwn(good, name))).toEqual([]);
  expect(Object.keys(good).filter((name) => !settings.includes(name) && !others.includes(name))).toEqual([]);
});

describe.each(Object.entries(good))("%s", (name, [value, beside = {}]) => {
  const plain = () => read({ ...beside, [name]: value });

  it("is taken, and makes a difference", () => {
    const { [name]: _, ...without }: Environment = {
      DATA_DIR: dir,
      SESSION_SECRET: secret,
      ENCRYPTION_KEY: secret,
      ...beside,
    };
    let before: unknown = null;
    try {
      before = readConfig(without, { limit: null, total: 2 ** 33 });
    } catch (error) {
      expect(error, "it is missing").toBeInstanceOf(ConfigError);
    }
    // The pool and the node's ear belong to a Postgres.
    if (name !== "DATABASE_POOL") expect(plain()).not.toEqual(before);
  });

  it.each([
    ["blanks at its ends", (typed: string) => `  ${typed}\t `],
    ["a line's end of Windows", (typed: string) => `${typed}\r\n`],
    ["a byte order mark", (typed: string) => `\u{FEFF}${typed}`],
    ["blanks that don't break", (typed: string) => `\u{A0}${typed}\u{A0}`],
  ])("is the same with %s", (_, mistaken) => {
    expect(read({ ...beside, [name]: mistaken(value) })).toEqual(plain());
  });

  it.each([`"…"`, "'…'", "`…`", "“…”", "‘…’", ` "…" `, `" … "`])(
    "in quotes, %s, is no other value without a word",
    (form) => {
      const env = { ...beside, [name]: form.replace("…", value) };
      if (secretLists.includes(name)) {
        const config = read(env);
        const taken = { SESSION_SECRET: config.sessionSecrets, ENCRYPTION_KEY: config.encryptionKeys }[name] ?? [];
        const parts = value.split(",").map((part) => part.trim());
        expect(taken.slice(0, parts.length)).toEqual(parts);
        expect(taken.length, "what it was so far goes on").toBeGreaterThan(parts.length);
        expect(config.notes).toEqual([expect.stringMatching(new RegExp(`^${name} is in quotes`))]);
        expect(config.notes.join("\n")).not.toContain("hush");
        return;
      }
      const faults = faultsOf(env);
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} is in quotes`))]);
      expect(faults[0]).not.toContain("hush");
    },
  );

  it("behind the byte order mark of its file is named", () => {
    expect(faultsOf({ ...beside, [`\u{FEFF}${name}`]: value })).toContainEqual(
      expect.stringMatching(new RegExp(`^${name} has a byte order mark`)),
    );
  });
});

it.each(["~", "~/linnet", "~linnet/data"])("DATA_DIR=%s is refused, and nothing is made for it", (typed) => {
  const before = readdirSync(".");
  expect(faultsOf({ DATA_DIR: typed })).toEqual([
    expect.stringMatching(/^DATA_DIR begins with ~, .*: write the full path\. .*the data is in \/.*~/),
  ]);
  expect(readdirSync(".")).toEqual(before);
});

it("quotes within a value are its own", () => {
  const from = `"Linnet of the house" <linnet@linnet.example>`;
  expect(read({ MAIL_FROM: from, SMTP_URL: "smtp://mail.example" }).mail?.from.name).toBe("Linnet of the house");
  expect(read({ METRICS_TOKEN: `it's` }).metricsToken).toBe("it's");
});

it("a zone in letters of any case has one name", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    expect(presentName(zone.toLowerCase())).toBe(presentName(zone));
    expect(presentName(zone.toUpperCase())).toBe(presentName(zone));
  }
});
