// Anything at all, sent to every form of every screen as its script sends it: words for the person, and no fault of ours.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hours } from "~/ground/time/duration";
import { findUser } from "~/features/users/users.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { cookieFor, sameOrigin } from "~tests/support/calls/call";
import { origin } from "~tests/support/calls/client";
import { password, personOf } from "~tests/support/people/make";
import { createRouter, type Router } from "~tests/support/calls/router";

const night = process.env["LINNET_NIGHT"] !== undefined;
const runs = night ? 1_000_000 : 5_000;
/** People are replaced after so many: what was written must not make the later ones slow. */
const perCast = 10_000;

let cast: Cast;
let route: Router;
let cookie: string;

async function gather(): Promise<void> {
  cast = await createCast();
  await enter();
}
const enter = async () => void (cookie = await cookieFor(cast.app, cast.alice.sessionId));

beforeAll(async () => {
  route = await createRouter("forms");
  await gather();
});
afterAll(() => cast?.close());

const hostile = [
  "",
  " ",
  "\0",
  "\ud800",
  "\r\nSet-Cookie: a=b",
  "-1",
  "1e999",
  "0x10",
  "9".repeat(30),
  "__proto__",
  "constructor",
  "__defineGetter__",
  "' or 1=1 --",
  "../../etc/passwd",
  "//evil.example",
  "javascript:alert(1)",
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "</script><svg onload=alert(1)>",
  "{{7*7}}",
  "🐦".repeat(300),
  "x".repeat(6_000),
  "\u202e\u2028\u2029",
];
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 40 }), fc.emailAddress());

/** Each form with its fields; `light` ones check no password, which costs 11 ms by design. */
const tweet = ["tweetId"];
const forms: Record<string, { at: string[]; fields: string[]; slow?: boolean }> = {
  "sign-in": { at: ["/generate", "/bot"], fields: ["email", "password"], slow: true },
  "create-account": { at: ["/generate"], fields: ["email", "password", "phone"], slow: true },
  "change-password": { at: ["/timeline"], fields: ["password", "newPassword"], slow: true },
  "delete-my-account": { at: ["/generate"], fields: ["password", "sure"], slow: true },
  "forgot-password": { at: ["/generate"], fields: ["email"] },
  "choose-password": { at: ["/reset-password"], fields: ["token", "newPassword"] },
  "confirm-address": { at: ["/confirm-address"], fields: ["token"] },
  "second-step": { at: ["/sign-in/second-step"], fields: ["code", "trust"] },
  "set-up-factor": { at: ["/settings/security"], fields: [] },
  "switch-on-factor": { at: ["/settings/security"], fields: ["password", "code"], slow: true },
  "renew-codes": { at: ["/settings/security"], fields: ["password", "code"] },
  "switch-off-factor": { at: ["/settings/security"], fields: ["password", "code"] },
  "keep-codes": { at: ["/settings/security"], fields: ["kept"] },
  "ask-to-confirm": { at: ["/settings/alerts"], fields: [] },
  "send-test-mail": { at: ["/settings/alerts"], fields: [] },
  "choose-alerts": { at: ["/settings/alerts"], fields: ["tweet_failed", "weekly_summary"] },
  "keep-hours": {
    at: ["/settings/hours"],
    fields: ["account", "do", "quiet", "from", "to", "windowFrom", "windowTo", "gap", "posts", "tweetId", "only"],
  },
  "create-key": { at: ["/settings/programs"], fields: ["name", "scope", "expires", "password", "code"], slow: true },
  "change-key": { at: ["/settings/programs"], fields: ["do", "key", "overlap", "password", "code"], slow: true },
  "keep-webhooks": {
    at: ["/settings/programs"],
    fields: ["do", "webhook", "delivery", "url", "events", "description"],
  },
  worked: { at: ["/worked"], fields: [...tweet, "do", "level", "learn", "lean"] },
  "schedule-all": { at: ["/ideas", "/generate", "/timeline"], fields: ["do", "days", "plan", "placed"] },
  "keep-voice": {
    at: ["/settings/voice"],
    fields: ["account", "do", "about", "avoid", "sample-0", "post-0", "pick-0"],
  },
  "sign-out": { at: ["/strategy", "/generate"], fields: [] },
  "sign-out-everywhere": { at: ["/generate"], fields: [] },
  "set-default": { at: ["/generate"], fields: ["accountId"] },
  "pause-account": { at: ["/timeline"], fields: ["accountId"] },
  "resume-account": { at: ["/timeline"], fields: ["accountId"] },
  "delete-account-link": { at: ["/bot"], fields: ["accountId"] },
  "set-timezone": { at: ["/generate", "/strategy"], fields: ["timezone"] },
  "set-theme": { at: ["/generate"], fields: ["theme"] },
  "set-preferences": { at: ["/generate"], fields: ["waitsToPost", "hasKeys"] },
  generate: { at: ["/generate"], fields: ["topic", "webSearch"] },
  "post-now": { at: ["/generate", "/timeline"], fields: [...tweet, "from"] },
  "add-to-timeline": { at: ["/generate", "/timeline"], fields: [...tweet, "timezone"] },
  "take-off": { at: ["/timeline"], fields: tweet },
  "take-back": { at: ["/timeline", "/generate"], fields: tweet },
  "decide-backlog": { at: ["/timeline"], fields: ["account", "do"] },
  "schedule-at": { at: ["/timeline"], fields: [...tweet, "moment", "reason", "day", "slot", "anyway"] },
  dismiss: { at: ["/timeline"], fields: tweet },
  "refine-tweet": { at: ["/generate"], fields: [...tweet, "do", "words", "version", "batchId"] },
  resolve: { at: ["/timeline"], fields: [...tweet, "published"] },
  "edit-tweet": { at: ["/timeline"], fields: [...tweet, "content", "before", "state"] },
  "write-tweet": { at: ["/timeline"], fields: ["content"] },
  analyse: { at: ["/product-analyse"], fields: ["content", "keywords", "mode"] },
  "analyse-again": { at: ["/product-analyse"], fields: ["analysisId"] },
  "start-bot": { at: ["/product-analyse"], fields: ["analysisId", "as", "checklist", "review", "learn"] },
  "stop-bot": { at: ["/product-analyse"], fields: ["analysisId"] },
  "review-bot": { at: ["/product-analyse"], fields: ["analysisId", "review"] },
  "teach-bot": { at: ["/product-analyse"], fields: ["analysisId", "learn"] },
  "approve-tweet": { at: ["/product-analyse"], fields: [...tweet, "before"] },
  "reject-tweet": { at: ["/product-analyse"], fields: tweet },
  consent: { at: ["/sandbox/authorize"], fields: ["oauth_token", "handle", "deny"] },
};
const places = [...new Set(Object.values(forms).flatMap(({ at }) => at))];
const fieldNames = [...new Set(Object.values(forms).flatMap(({ fields }) => fields))];

/** What belongs into a field, where something does; ids are those of the cast of the moment. */
const fitting: Record<string, fc.Arbitrary<string | (() => string)>> = {
  password: fc.constantFrom<string | (() => string)>(password, "not it 1"),
  newPassword: fc.constantFrom("another wire 8", "short"),
  sure: fc.constant("on"),
  email: fc.constantFrom<string | (() => string)>("alice@linnet.example", "carol@linnet.example"),
  tweetId: fc.constantFrom<string | (() => string)>(
    () => String(cast.alice.tweetId),
    () => String(cast.bob.tweetId),
  ),
  accountId: fc.constantFrom<string | (() => string)>(
    () => String(cast.alice.account.id),
    () => cast.bob.account.networkUserId,
  ),
  analysisId: fc.constantFrom<string | (() => string)>(
    () => String(cast.alice.analysisId),
    () => String(cast.bob.analysisId),
  ),
  do: fc.constantFrom("add", "change", "disable", "enable", "remove", "rotate", "test", "replay", "keep", "save"),
  webhook: fc.constantFrom<string | (() => string)>(
    () => String(cast.idsOf(cast.alice)["webhook_id"]),
    () => String(cast.idsOf(cast.bob)["webhook_id"]),
  ),
  // A number, so that no name is asked for.
  url: fc.constantFrom("https://93.184.215.14/hook", "http://169.254.169.254/"),
  events: fc.constantFrom("*", "tweet.*", "bot.paused"),
  timezone: fc.constantFrom("Europe/Berlin", "UTC", "Moon/Crater"),
  theme: fc.constantFrom("dark", "light", "system"),
  moment: fc.constantFrom("2026-11-20T12:00", "2026-11-19T11:11", "2026-02-30T12:00", "0000-01-01T00:00"),
  published: fc.constantFrom("true", "false"),
  as: fc.constantFrom("@alice_x", "@bob_x"),
  review: fc.constant("on"),
  learn: fc.constant("on"),
};

const field = (name: string) =>
  fc.tuple(
    fc.constant(name),
    fc.oneof({ weight: 5, arbitrary: fitting[name] ?? text }, { weight: 2, arbitrary: text }),
  );
const beside = fc.tuple(fc.oneof(fc.constantFrom(...fieldNames, "intent"), text), text);

const asked = fc.oneof(
  ...Object.entries(forms).map(([intent, { at, fields, slow }]) => ({
    weight: slow ? 1 : 4,
    arbitrary: fc.record({
      intent: fc.oneof({ weight: 12, arbitrary: fc.constant(intent) }, { weight: 1, arbitrary: text }),
      path: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...at) }, fc.constantFrom(...places)),
      query: fc.oneof(
        { weight: 6, arbitrary: fc.constant("") },
        fc.dictionary(fc.constantFrom("panel", "tweet", "batch", "week", "analysis", "step", "slot"), text),
      ),
      fields: fc.tuple(...fields.map(field)),
      beside: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(beside, { maxLength: 4 })),
      form: fc.oneof(
        { weight: 8, arbitrary: fc.constant("url" as const) },
        fc.constantFrom("multipart" as const, "text" as const, "none" as const, "cut" as const, "json" as const),
      ),
      from: fc.oneof({ weight: 14, arbitrary: fc.constant("here" as const) }, fc.constantFrom("elsewhere", "nowhere")),
      by: fc.oneof({ weight: 8, arbitrary: fc.constant("alice" as const) }, fc.constantFrom("nobody", "broken")),
    }),
  })),
);
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

const valueOf = (value: string | (() => string)): string => (typeof value === "string" ? value : value());

function bodyOf(one: Asked): { body: BodyInit; type: string | null } {
  const entries = [["intent", one.intent], ...one.fields, ...one.beside].map(
    ([name, value]) => [name as string, valueOf(value as string)] as const,
  );
  const encoded = new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
  const multipart = () => {
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, value);
    form.append("content", new Blob(["\0\u00ff".repeat(40)]), "<b>.png");
    return form;
  };
  switch (one.form) {
    case "url":
      return { body: encoded, type: "application/x-www-form-urlencoded" };
    case "multipart":
      return { body: multipart(), type: null };
    case "cut":
      return { body: `--x\r\nContent-Disposition: form-data; name="int`, type: "multipart/form-data; boundary=x" };
    case "json":
      return { body: JSON.stringify(Object.fromEntries(entries)), type: "application/json" };
    case "text":
      return { body: encoded, type: "text/plain" };
    case "none":
      return { body: new Uint8Array(Buffer.from(encoded)), type: null };
  }
}

function toRequest(one: Asked): Request {
  const query = new URLSearchParams(one.query === "" ? {} : one.query).toString();
  const { body, type } = bodyOf(one);
  const headers = new Headers({ host: "localhost:3000" });
  if (type !== null) headers.set("content-type", type);
  if (one.by !== "nobody") headers.set("cookie", one.by === "alice" ? cookie : `${cookie.slice(0, -4)}%00`);
  if (one.from === "here") for (const [name, value] of Object.entries(sameOrigin)) headers.set(name, value);
  if (one.from === "elsewhere") headers.set("sec-fetch-site", "cross-site");
  return new Request(`${origin}${one.path}.data${query && `?${query}`}`, { method: "POST", headers, body });
}

/** The contract's own: 502 and 504 of network and AI, 503 of a server that doesn't publish. */
const namedFaults = [502, 503, 504];
let sent = 0;
const statuses = new Map<number, number>();
const requireNoFault = () => expect(cast.app.logged.filter((line) => line["level"] === "error")).toEqual([]);

async function holds(one: Asked): Promise<void> {
  sent += 1;
  if (sent % perCast === 0) {
    requireNoFault();
    await cast.close();
    await gather();
  }
  // Old throttles are over, and what fell due has gone.
  if (sent % 20 === 0) cast.app.clock.advance(hours(1));
  const response = await route(toRequest(one));
  const { status } = response;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const said = `${one.intent} at ${one.path}`;
  if (status >= 500) expect(namedFaults, `${said}: ${await response.clone().text()}`).toContain(status);
  // Data for a script, never a page that a browser would read as one; and it leads nowhere but here.
  expect(response.headers.get("content-type") ?? "", said).not.toMatch(/html/);
  const text = await response.text();
  expect(/"redirect","(?!\/(?!\/))/.exec(text)?.[0], said).toBeUndefined();
  expect(text, said).not.toMatch(/node_modules|SqliteError|\n\s+at /);
  if (response.headers.has("set-cookie")) await gatherAgain();
}

/** Signed in as somebody else, signed out, or gone: alice comes back. */
async function gatherAgain(): Promise<void> {
  const { app, alice } = cast;
  if (await findUser(app, alice.user.id)) {
    alice.sessionId = (await personOf(app, alice.user.id)).sessionId;
    return enter();
  }
  requireNoFault();
  await cast.close();
  await gather();
}

it(
  `${runs} forms drawn from what there is, and beside it, break nothing`,
  async () => {
    await fc.assert(fc.asyncProperty(asked, holds), { numRuns: runs, ...(night ? {} : { seed: 20_261_121 }) });
    requireNoFault();
    console.log(`${sent} forms: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    // Blind shots that are all refused at the door would prove little.
    const good = [200, 202].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    expect(good / sent).toBeGreaterThan(0.1);
    expect(statuses.get(422)).toBeGreaterThan(0);
  },
  hours(6),
);
