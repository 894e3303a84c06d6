// The environment: every default lets a fresh clone run, and every bad value is named in one line.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "~/ground/config.server";
import { priceNames } from "~/ground/config-values";
import { hours, minutes, seconds } from "~/ground/time/duration";
import { priceList } from "~/ports/network/call-prices";
import { faultsIn } from "./config-faults";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "linnet-config-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

const mib = 1024 * 1024;
const read = (env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dir, ...env }, { limit: null, total: 8_192 * mib });
const faultsOf = (env: Record<string, string>): string[] => faultsIn(() => read(env));

it("has the contract's defaults", () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: null,
    appOrigin: "http://localhost:3000",
    https: false,
    trustProxy: 0,
    registration: "first",
    adminEmails: [],
    rateLimits: true,
    passwords: "warn",
    gemini: null,
    compatible: null,
    writer: "demo",
    fallback: false,
    x: null,
    window: { fromMs: hours(4), toMs: hours(8) },
    quietHours: { from: 23, to: 7 },
    minGapMs: seconds(60),
    spacingMs: minutes(60),
    catchUpGapMs: seconds(120),
    threadGapMs: seconds(5),
    dailyPostLimit: 50,
    dailySpendLimit: 5,
    botDailyPosts: 3,
    resultAges: [1, 24, 72, 168, 696].map((count) => hours(count)),
    dailyReadLimit: 1,
    xPrices: null,
    xAppOwner: null,
    reconcileAfterMs: seconds(120),
    images: "on",
    imageQuotaBytes: 200_000_000,
    logLevel: "info",
    metricsToken: null,
    operatorContact: null,
    backupCopy: null,
    alertUrl: null,
    privateWebhooks: false,
    mail: null,
    oidc: null,
  });
});

it("counts the keys that ENCRYPTION_KEY names, without the one that secrets.json has", () => {
  read();
  const one = read({ ENCRYPTION_KEY: "a key of the tests that is long" });
  expect([one.keysGiven, one.encryptionKeys.length]).toEqual([1, 2]);
  expect(read().keysGiven).toBe(0);
});

it("takes fractions of hours, and a handle with or without its @", () => {
  const config = read({ RESULTS_HOURS: "0.5, 2,4,8,16", X_APP_OWNER: "@linnet_app" });
  expect(config.resultAges).toEqual([0.5, 2, 4, 8, 16].map((count) => hours(count)));
  expect(config.xAppOwner).toBe("linnet_app");
});

it.each([
  ["a container of 512 MB", 512 * mib, 8_192 * mib, "on"],
  ["one by thousands", 512_000_000, 8_192 * mib, "on"],
  ["one of 511 MB", 511_000_000, 8_192 * mib, "low_memory"],
  ["one of 256 MB", 256 * mib, 8_192 * mib, "low_memory"],
  ["a machine of 512 MB, whose kernel takes some", null, 460 * mib, "on"],
  ["a machine of 256 MB", null, 223 * mib, "low_memory"],
  ["a service without a limit, as Node says it", 18_446_744_073_709_552_000, 8_192 * mib, "on"],
] as const)("takes pictures by itself only where there is memory for it: %s", (_name, limit, total, images) => {
  const env = { SESSION_SECRET: "x".repeat(16), ENCRYPTION_KEY: "y".repeat(16) };
  const by = (set: Record<string, string>) => readConfig({ ...env, ...set }, { limit, total }).images;
  expect(by({})).toBe(images);
  expect(by({ IMAGES: "on" })).toBe("on");
  expect(by({ IMAGES: "off" })).toBe("off");
});

it.each([
  [{ HOST: "127.0.0.1" }, "open", false],
  [{ HOST: "127.1.2.3" }, "open", false],
  [{ HOST: "localhost" }, "open", false],
  [{ HOST: "::1" }, "open", false],
  [{}, "first", true],
  [{ HOST: "0.0.0.0" }, "first", true],
  [{ HOST: "::" }, "first", true],
  [{ HOST: "192.168.1.5" }, "first", true],
  [{ HOST: "127.0.0.1.example.com" }, "first", true],
  [{ HOST: "127.0.0.1", GEMINI_API_KEY: "k" }, "first", false],
  [{ HOST: "localhost", X_API_KEY: "k", X_API_SECRET: "s" }, "first", false],
  [{ HOST: "localhost", AI_BASE_URL: "http://localhost:11434/v1", AI_MODEL: "m" }, "first", false],
  [{ REGISTRATION: "first" }, "first", false],
  [{ GEMINI_API_KEY: "k", REGISTRATION: "open" }, "open", false],
  [{ HOST: "0.0.0.0", REGISTRATION: "open" }, "open", false],
])(
  "lets anybody register by default only where nobody else reaches the server and no live key is set: %j",
  (env, registration, isClosedByDefault) => {
    expect(read(env as Record<string, string>)).toMatchObject({ registration, isClosedByDefault });
  },
);

it("has Gemini's current model for a default, and takes the port into the origin", () => {
  expect(read({ GEMINI_API_KEY: "k" }).gemini).toEqual({ apiKey: "k", model: "gemini-3.5-flash-lite", baseUrl: null });
  expect(read({ PORT: "4000" }).appOrigin).toBe("http://localhost:4000");
  expect(read({ APP_ORIGIN: "https://linnet.example" })).toMatchObject({ https: true });
});

it.each(["DAILY_POST_LIMIT", "DAILY_SPEND_LIMIT", "BOT_DAILY_POSTS", "DAILY_READ_LIMIT"])(
  "%s is no limit by 0 and by off, and its fault says both",
  (name) => {
    expect(read({ [name]: "off" })).toEqual(read({ [name]: "0" }));
    expect(read({ [name]: "off" })).not.toEqual(read());
    expect(faultsOf({ [name]: "none" })[0]).toContain("0 or off for no limit");
  },
);

it("takes X's prices by their names, with the day that they are of", () => {
  const raw = '{"asOf":"2027-01-15","post":0.02,"deletion":0}';
  expect(read({ X_PRICES: raw }).xPrices).toEqual({ asOf: "2027-01-15", post: 0.02, deletion: 0 });
  for (const name of priceNames)
    expect(read({ X_PRICES: `{"asOf":"2027-01","${name}":1}` }).xPrices).toMatchObject({ [name]: 1 });
  expect([...priceNames].sort()).toEqual(
    Object.keys(priceList)
      .filter((name) => name !== "asOf")
      .sort(),
  );
});

it.each([
  ["0.02", "must be JSON such as"],
  ["[]", "must be JSON such as"],
  ['{"post":0.02', "must be JSON such as"],
  ['{"post":0.02}', "must include asOf"],
  ['{"asOf":"January","post":0.02}', "must include asOf"],
  ['{"asOf":"2027-13","post":0.02}', "must include asOf"],
  ['{"asOf":"2027-01","Post":0.02}', "can only contain post, postWithLink"],
  ['{"asOf":"2027-01","post":"0.02"}', "must give post in US dollars"],
  ['{"asOf":"2027-01","post":-1}', "must give post in US dollars"],
  ['{"asOf":"2027-01","post":15000}', "must give post in US dollars"],
])("names what is wrong with X_PRICES=%s", (raw, why) => {
  expect(faultsOf({ X_PRICES: raw })).toEqual([expect.stringContaining(`X_PRICES ${why}`)]);
});

it.each([
  ["PORT", "abc"],
  ["PORT", "0"],
  ["PORT", "70000"],
  ["APP_ORIGIN", "linnet.example"],
  ["APP_ORIGIN", "https://linnet.example/path"],
  ["TRUST_PROXY", "-1"],
  ["REGISTRATION", "maybe"],
  ["ADMIN_EMAILS", "alice"],
  ["ADMIN_EMAILS", "alice@linnet.example, bob"],
  ["RATE_LIMITS", "yes"],
  ["PASSWORDS", "on"],
  ["SCHEDULE_WINDOW_HOURS", "8-4"],
  ["SCHEDULE_WINDOW_HOURS", "four"],
  ["QUIET_HOURS", "25-7"],
  ["QUIET_HOURS", "7-7"],
  ["MIN_GAP_SECONDS", "1.5"],
  ["SPACING_MINUTES", "241"],
  ["SPACING_MINUTES", "7.5"],
  ["SPACING_MINUTES", "-1"],
  ["SPACING_MINUTES", "off"],
  ["THREAD_GAP_SECONDS", "-1"],
  ["CATCH_UP_GAP_SECONDS", "soon"],
  ["DAILY_POST_LIMIT", "-3"],
  ["DAILY_SPEND_LIMIT", "five"],
  ["DAILY_READ_LIMIT", "-1"],
  ["RESULTS_HOURS", "1,24,72"],
  ["RESULTS_HOURS", "1,24,12,168,696"],
  ["RESULTS_HOURS", "0,24,72,168,696"],
  ["RESULTS_HOURS", "1,24,72,168,721"],
  ["RESULTS_HOURS", "1,24,,168,696"],
  ["X_APP_OWNER", "not a handle"],
  ["BOT_DAILY_POSTS", "x"],
  ["IMAGES", "yes"],
  ["IMAGE_QUOTA_MB", "0"],
  ["IMAGE_QUOTA_MB", "1.5"],
  ["RECONCILE_AFTER_SECONDS", "-1"],
  ["LOG_LEVEL", "loud"],
  ["SESSION_SECRET", "short"],
  ["ENCRYPTION_KEY", "long enough to be one,short"],
  ["X_API_ORIGIN", "nowhere"],
])("names %s when it is %s, in one line", (name, value) => {
  const env = name === "X_API_ORIGIN" ? { X_API_KEY: "k", X_API_SECRET: "s", [name]: value } : { [name]: value };
  const faults = faultsOf(env);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name} .+`));
  expect(faults[0]).not.toContain("\n");
});

it("takes an address for the operator's alerts, and shows none of it where it is wrong", () => {
  for (const url of [
    "https://ntfy.example/linnet?tpl=1&t={{.title}}&m={{.message}}",
    "http://192.168.1.5:8080/message?token=t",
  ])
    expect(decodeURIComponent(read({ ALERT_URL: url }).alertUrl ?? "")).toBe(url);
  for (const url of [
    "ntfy.example",
    "ftp://ntfy.example/",
    "https://user:hush@ntfy.example/",
    "https://ntfy.example/#hush",
  ]) {
    const faults = faultsOf({ ALERT_URL: url });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^ALERT_URL must be/);
    expect(faults[0]).not.toContain("hush");
  }
});

it("takes a mail server with whom mail is from, and nothing that is no such thing", () => {
  const MAIL_FROM = "Linnet <linnet@linnet.example>";
  const from = { name: "Linnet", address: "linnet@linnet.example" };
  const SMTP_URL = "smtps://user:p%40ss@mail.example:465";
  expect(read({ SMTP_URL, MAIL_FROM }).mail).toEqual({ url: SMTP_URL, from });
  expect(read({ SMTP_URL, MAIL_FROM: from.address }).mail?.from).toEqual({ ...from, name: "" });
  expect(faultsOf({ SMTP_URL })).toEqual(["MAIL_FROM is missing: SMTP_URL is set, and email needs both"]);
  expect(faultsOf({ MAIL_FROM })).toEqual(["SMTP_URL is missing: MAIL_FROM is set, and email needs both"]);
  for (const url of ["mail.example", "https://user:hush@mail.example", "smtp://", "smtp://user:hush%zz@mail.example"]) {
    const faults = faultsOf({ SMTP_URL: url, MAIL_FROM });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^SMTP_URL must be/);
    expect(faults[0]).not.toContain("hush");
  }
  const hostile = [
    "Linnet",
    "a@b.example, c@d.example",
    "L <a@b.example> <c@d.example>",
    "L\r\nBcc: e@e.example <a@b.example>",
  ];
  for (const sender of hostile) expect(faultsOf({ SMTP_URL, MAIL_FROM: sender })).toHaveLength(1);
});

it("names half a pair of X's keys, and all faults together", () => {
  expect(faultsOf({ X_API_KEY: "k" })[0]).toContain("X_API_SECRET");
  expect(faultsOf({ X_API_SECRET: "s" })[0]).toContain("X_API_KEY");
  expect(faultsOf({ PORT: "x", QUIET_HOURS: "y", LOG_LEVEL: "z" })).toHaveLength(3);
});

it("makes its secrets once, readable by nobody else, and keeps them", () => {
  const first = read();
  expect(read()).toMatchObject({ sessionSecrets: first.sessionSecrets, encryptionKeys: first.encryptionKeys });
  expect(statSync(join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(dir, "secrets.json"), "utf8"))).toEqual({
    session: first.sessionSecrets[0],
    encryption: first.encryptionKeys[0],
  });
  const given = read({ ENCRYPTION_KEY: "newer key of the tests,older key of the tests" });
  const kept = first.encryptionKeys[0];
  expect(given.encryptionKeys).toEqual(["newer key of the tests", "older key of the tests", kept]);
});

it("never replaces a damaged secrets file: every stored token would be lost", () => {
  writeFileSync(join(dir, "secrets.json"), "{}");
  expect(() => read()).toThrow(/damaged/);
});
