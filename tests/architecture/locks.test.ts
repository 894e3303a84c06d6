// Who writes without a lock: each is named here with its reason, and nobody joins them unnoticed.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unlockedWrites } from "./locks";

const root = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /^(app|db)\/.*\.ts$/.test(file) && existsSync(join(root, file)));
const house = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/**
 * Why it needs none. statement: nothing is decided by what was read, one statement asks and writes, and what it changed
 * is the answer. token: what it writes it writes only while its token still holds, which its statement asks. claim:
 * `skippingLocked` has locked them, in the statement that finds them. finding: it reads which rows they are, locks them,
 * and then reads what it decides by. alone: nobody else has this database yet.
 */
type Reason = "statement" | "token" | "claim" | "finding" | "alone";

const known: Record<string, Reason> = {
  "accounts/link.server.ts beginLink: outside a transaction": "statement",
  "accounts/link.server.ts finishLink: outside a transaction": "statement",
  "accounts/link.server.ts pruneLinkRequests: outside a transaction": "statement",
  "accounts/tokens.server.ts resealTokens: reads before it locks": "finding",
  "analysis/analysis.server.ts analyse: outside a transaction": "statement",
  "analysis/analysis.server.ts analyseAgain: outside a transaction": "statement",
  "analysis/analysis.server.ts failLeftBehind: outside a transaction": "statement",
  "analysis/analysis.server.ts judge: outside a transaction": "token",
  // It counts before it writes; where two do so at once, a row too many does no harm.
  "api-keys/api-keys.server.ts requireKey: outside a transaction": "statement",
  "audit/audit.server.ts keepGuess: without a lock": "statement",
  "audit/audit.server.ts pruneAudit: outside a transaction": "statement",
  "audit/audit.server.ts recordAudit: without a lock": "statement",
  "backups/restore.server.ts prepare: without a lock": "alone",
  "backups/restored.server.ts markRestored: without a lock": "statement",
  "bots/consent.server.ts giveConsent: outside a transaction": "statement",
  "bots/review.server.ts reject: outside a transaction": "statement",
  "bots/review.server.ts settleOvertaken: outside a transaction": "statement",
  "bots/run-bot.server.ts endRun: without a lock": "token",
  "bots/run-bot.server.ts keep: without a lock": "token",
  "bots/run-bot.server.ts putBack: outside a transaction": "token",
  "bots/run-due.server.ts recover: without a lock": "statement",
  "bots/run-due.server.ts runBots: without a lock": "claim",
  "bots/run-due.server.ts sweep: reads before it locks": "finding",
  "events/events.server.ts pruneEvents: outside a transaction": "statement",
  "generation/generation.server.ts pruneTasks: outside a transaction": "statement",
  "generation/generation.server.ts request: without a lock": "statement",
  "generation/generation.server.ts takeOverTasks: outside a transaction": "statement",
  "generation/run.server.ts fail: without a lock": "token",
  "generation/run.server.ts failExpired: without a lock": "statement",
  "generation/run.server.ts runQueued: without a lock": "claim",
  "generation/run.server.ts runTask: outside a transaction": "token",
  "generation/run.server.ts store: without a lock": "token",
  "ideas/ideas.server.ts pruneDiscarded: outside a transaction": "statement",
  "invitations/invitations.server.ts pruneInvitations: outside a transaction": "statement",
  "mail-links/mail-links.server.ts pruneLinks: outside a transaction": "statement",
  "mail-links/mail-links.server.ts sendLater: outside a transaction": "statement",
  "mail-links/send.server.ts keepNewToken: outside a transaction": "statement",
  "mail-links/send.server.ts sendLinks: outside a transaction": "statement",
  "mail-links/send.server.ts trySend: outside a transaction": "token",
  "passkeys/ceremony.server.ts newChallenge: outside a transaction": "statement",
  "passkeys/ceremony.server.ts takes: outside a transaction": "statement",
  "passkeys/passkeys.server.ts prunePasskeys: outside a transaction": "statement",
  "ports/network/sandbox-link.server.ts sandboxLink: without a lock": "statement",
  "ports/network/sandbox.server.ts createSandbox: outside a transaction": "statement",
  // Its own row, that nobody else knows of.
  "backlog/backlog.server.ts keepBacklog: outside a transaction": "statement",
  "backlog/backlog.server.ts postBacklog: outside a transaction": "statement",
  "publishing/verbs/own-posts.server.ts readOwnPosts: outside a transaction": "statement",
  "passwords/passwords.server.ts prunePasswords: without a lock": "statement",
  "publishing/engine/pictures-ahead.server.ts sendPictures: outside a transaction": "statement",
  "publishing/engine/prune.server.ts pruneAttempts: outside a transaction": "statement",
  "publishing/engine/reconcile.server.ts checkAgain: without a lock": "token",
  "publishing/engine/reconcile.server.ts postpone: without a lock": "token",
  "publishing/engine/take-over.server.ts markUnknown: without a lock": "token",
  "rate-limits/rate-limits.server.ts add: without a lock": "statement",
  "rate-limits/rate-limits.server.ts pruneRateLimits: outside a transaction": "statement",
  "rate-limits/rate-limits.server.ts rememberPast: without a lock": "statement",
  // It hands the handle to a library's base class, which asks no SQL.
  "results/read-due.server.ts readDue: without a lock": "statement",
  "results/results.server.ts pruneReadings: outside a transaction": "statement",
  "single-sign-on/single-sign-on.server.ts beginAtProvider: outside a transaction": "statement",
  "single-sign-on/single-sign-on.server.ts finishAtProvider: outside a transaction": "statement",
  "single-sign-on/single-sign-on.server.ts pruneIdentityRequests: outside a transaction": "statement",
  "users/admin.server.ts createUser: without a lock": "statement",
  "scheduling/compose/compose-now.server.ts offerUndo: outside a transaction": "statement",
  "second-factor/second-factor.server.ts pruneSecondFactor: without a lock": "statement",
  "sessions/sessions.server.ts pruneKnownBrowsers: outside a transaction": "statement",
  "users/users.server.ts closeSession: reads before it locks": "finding",
  "users/users.server.ts findSessionUser: outside a transaction": "statement",
  "users/users.server.ts findUserByKey: outside a transaction": "statement",
  "users/users.server.ts pruneSessions: without a lock": "statement",
  "users/users.server.ts setPreferences: outside a transaction": "statement",
  "users/users.server.ts setTimezone: outside a transaction": "statement",
  "users/users.server.ts signIn: outside a transaction": "statement",
  "voice/voice.server.ts pruneVoices: outside a transaction": "statement",
  "webhooks/own.server.ts pruneWebhooks: outside a transaction": "statement",
};

it("everything that writes locks first, but for what is named here with its reason", () => {
  expect(unlockedWrites(house)).toEqual(Object.keys(known).toSorted());
});

describe("a fault is seen", () => {
  const store = `import type { Db } from "~db/database.server";
    export const write = async (db: Db) => void (await db.updateTable("tweets").set({}).execute());
    export const read = (db: Db) => db.selectFrom("tweets").execute();`;
  const verbs = (body: string) => `import { inTransaction } from "~db/database.server";
    import { lockPerson } from "~db/locks.server";
    import * as queries from "./queries.server";
    const both = async (trx) => { await lockPerson(trx, "a"); await queries.write(trx); };
    ${body}`;
  const faultsOf = (body: string) =>
    unlockedWrites(
      new Map([
        ["db/database.server.ts", "export const inTransaction = (db, body) => body(db);"],
        ["db/locks.server.ts", "export const lockPerson = async () => undefined;"],
        ["app/features/x/queries.server.ts", store],
        ["app/features/x/x.server.ts", verbs(body)],
      ]),
    ).map((one) => one.replace("x/x.server.ts verb: ", ""));

  it.each([
    ["a write without a lock", "inTransaction(app.db, (trx) => queries.write(trx))", ["without a lock"]],
    [
      "a lock that comes after what is read",
      'inTransaction(app.db, async (trx) => { await queries.read(trx); await lockPerson(trx, "a"); await queries.write(trx); })',
      ["reads before it locks"],
    ],
    [
      "a read among what a lock is told",
      "inTransaction(app.db, async (trx) => { await lockPerson(trx, await queries.read(trx)); await queries.write(trx); })",
      ["reads before it locks"],
    ],
    ["a write beside any transaction", "queries.write(app.db)", ["outside a transaction"]],
    ["a database that goes elsewhere", "other({ db: app.db })", ["hands the database on"]],
    ["nothing where it locks first", "inTransaction(app.db, both)", []],
    ["nothing where another function does both", "inTransaction(app.db, (trx) => both(trx))", []],
    ["nothing where it only reads", "inTransaction(app.db, (trx) => queries.read(trx))", []],
  ])("%s", (_name, call, faults) => {
    expect(faultsOf(`export const verb = (app) => ${call};`)).toEqual(faults);
  });
});
