// Uploads pictures shortly before their tweet is due, and fails tweets whose pictures are too late.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { recordEvents } from "~/features/events/events.server";
import { nothingStarted, type Started } from "~/ground/work.server";
import { lateAfter } from "~/features/publishing/rules/gate";
import { uploadMessages, uploadsAhead } from "~/features/uploads/upload";
import * as attempts from "~/features/publishing/store/attempts.server";
import { listLate } from "~/features/publishing/store/late.server";
import { failScheduled } from "~/features/publishing/store/tweets.server";
import * as uploads from "~/features/uploads/queries.server";
import { isComing } from "~/features/publishing/store/waiting.server";
import { maySpendAhead, passesAhead } from "./claim-due.server";
import { followParts } from "./follow.server";
import { sendPicturesOf, type Whose } from "~/features/uploads/send.server";

/** Bounds memory: each picture is in memory while it is uploaded. */
const maxTogether = 4;
const maxPerTurn = 20;

const inHand = new WeakMap<App, Set<number>>();

export async function sendPictures(app: App): Promise<Started> {
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return nothingStarted;
  const now = app.clock.now();
  // SQLite has one publisher, which has just started. With several nodes, a lost node's calls time out.
  if (!inHand.has(app) && app.config.postgres === null) await uploads.freeTurns(app.db, now);
  const hand = inHand.get(app) ?? new Set<number>();
  inHand.set(app, hand);
  await giveUpLate(app);
  const ahead = await uploads.listAhead(app.db, { now, until: now + uploadsAhead, limit: maxPerTurn });
  const mine = ahead.filter(({ id }) => !hand.has(id)).slice(0, Math.max(0, maxTogether - hand.size));
  const sends = mine.map(async ({ id, userId, accountId, state, leadId }) => {
    hand.add(id);
    try {
      await sendAhead(app, { tweetId: id, userId, accountId }, { state, leadId });
    } catch (error) {
      app.log.error({ err: error, tweet: id }, "the pictures of a tweet could not be sent");
    } finally {
      hand.delete(id);
    }
  });
  const done = app.work.track(Promise.all(sends)).then(() => {
    if (sends.length > 0) app.wake();
  });
  return { started: sends.length, done };
}

async function sendAhead(
  app: App,
  owner: Whose,
  { state, leadId }: Pick<uploads.Ahead, "state" | "leadId">,
): Promise<void> {
  const lead = { ...owner, tweetId: leadId };
  if (!(await inTransaction(app.db, (trx) => passesAhead(trx, app, lead)))) return;
  const sent = await sendPicturesOf(app, owner, {
    mayCall: async (trx, priceMicros) =>
      (await isComing(trx, owner)) && (await maySpendAhead(trx, app, lead, priceMicros)),
  });
  // A later part is failed only once it has a time of its own.
  if (sent.kind === "refused" && state === "scheduled")
    await inTransaction(app.db, (trx) => giveUp(trx, app, owner, { code: sent.code, error: sent.sentence }));
}

async function giveUpLate(app: App): Promise<void> {
  const now = app.clock.now();
  for (const { id, userId, accountId } of await listLate(app.db, {
    now,
    before: now - lateAfter,
    limit: maxPerTurn,
  }))
    if (accountId !== null)
      await inTransaction(app.db, (trx) =>
        giveUp(trx, app, { tweetId: id, userId, accountId }, { code: "media_late", error: uploadMessages.partLate }),
      );
}

async function giveUp(
  trx: Transaction,
  app: App,
  { tweetId, userId, accountId }: Whose,
  { code, error }: { code: string; error: string },
): Promise<void> {
  await lockAccounts(trx, [accountId]);
  const now = app.clock.now();
  if (!(await failScheduled(trx, tweetId, { code, error, now }))) return;
  await uploads.forgetUploads(trx, tweetId);
  await attempts.insertEvent(trx, { tweetId, at: now, kind: "failed", detail: error });
  await recordEvents(trx, app, [{ type: "tweet.failed", userId, tweetId, accountId, at: now }]);
  await followParts(trx, [tweetId], { gapMs: app.config.threadGapMs, now });
}
