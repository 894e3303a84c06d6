// Uploads a tweet's pictures and descriptions ahead of its post. Every call is safe to repeat.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import type { Row } from "~db/schema";
import { changeAccount, findAccountRow, openTokens } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { mediaMessages } from "~/features/media/media";
import { readPicture } from "~/features/media/media.server";
import { isAppError } from "~/ground/errors";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { type CallFailure, judgeCall, judgeUpload, type UploadOutcome } from "~/ports/network/call-outcome";
import { callMicrosOf } from "~/ports/network/call-prices";
import { accountAfter, refusalSentence } from "~/features/accounts/refusals";
import { maxRefusals, isOfOther, nextCall, uploadLasts, uploadTimeout, uploadWait } from "./upload";
import * as uploads from "./queries.server";

export interface Whose {
  tweetId: number;
  userId: string;
  accountId: number;
}

export type Sent =
  { kind: "ready" } | { kind: "later" } | { kind: "refused"; code: "media_refused" | "media_gone"; sentence: string };

/** `hurried`: retries failed calls now, as a user waits. `mayCall`: checked before each call of a background send. */
export async function sendPicturesOf(
  app: App,
  owner: Whose,
  { hurried = false, mayCall = null }: { hurried?: boolean; mayCall?: MayCall | null } = {},
): Promise<Sent> {
  for (const { position } of await uploads.listTurns(app.db, owner.tweetId)) {
    let sent = await sendOne(app, owner, { position, hurried, mayCall });
    while (sent === null) sent = await sendOne(app, owner, { position, hurried, mayCall });
    if (sent.kind !== "ready") return sent;
  }
  return { kind: "ready" };
}

/** `priceMicros` is in millionths of a US dollar. Called with the account locked. */
type MayCall = (trx: Transaction, priceMicros: number) => Promise<boolean>;

interface Call {
  kind: "upload" | "description";
  turnAt: number;
  turn: uploads.Turn;
  account: Row<"accounts">;
  callId: number;
}

type Outcome = UploadOutcome | { kind: "done" } | { kind: "gone" };

/** Null: the call was made, and another may follow. */
async function sendOne(app: App, owner: Whose, turn: Which): Promise<Sent | null> {
  const { position } = turn;
  const call = await inTransaction(app.db, (trx) => beginTurn(trx, app, owner, turn));
  if (!("turnAt" in call)) return call;
  const outcome = await makeCall(app, owner, call);
  hitCrashPoint("upload:answered");
  const sent = await inTransaction(app.db, (trx) => concludeTurn(trx, app, owner, call, outcome));
  hitCrashPoint("upload:committed");
  app.log.info({ tweet: owner.tweetId, position, call: call.kind, outcome: outcome.kind }, "sent a picture ahead");
  return sent;
}

interface Which {
  position: number;
  hurried: boolean;
  mayCall: MayCall | null;
}

async function beginTurn(trx: Transaction, app: App, owner: Whose, upload: Which): Promise<Call | Sent> {
  const { position, hurried, mayCall } = upload;
  await lockAccounts(trx, [owner.accountId]);
  const account = await findAccountRow(trx, owner.accountId);
  const turns = await uploads.listTurns(trx, owner.tweetId);
  const turn = turns.find((candidate) => candidate.position === position);
  if (!account || account.unlinked_at !== null || !turn) return { kind: "later" };
  const now = app.clock.now();
  const kind = nextCall(turn.upload, { ...turn, accountId: account.id, now });
  if (kind === null) return { kind: "ready" };
  const known = turn.upload?.account_id === account.id ? turn.upload : null;
  // A Post Now from another account has begun; the two would undo and pay for each other's uploads.
  if (mayCall && turns.some((candidate) => isOfOther(candidate.upload, { accountId: account.id, now })))
    return { kind: "later" };
  if (known && known.refusals >= maxRefusals) return refusedBy(known.refusal ?? "");
  const isHurried = hurried && known !== null && known.under_way === 0 && known.tries > 0;
  if (known && known.turn_at > now && !isHurried) return { kind: "later" };
  if (mayCall && !(await mayCall(trx, callMicrosOf(kind)))) return { kind: "later" };
  const turnAt = now + uploadLasts;
  const place = { tweet_id: owner.tweetId, position, account_id: account.id };
  if (kind === "upload")
    await uploads.setUpload(trx, {
      ...place,
      under_way: 1,
      tries: known?.tries ?? 0,
      refusals: known?.refusals ?? 0,
      refusal: known?.refusal ?? null,
      turn_at: turnAt,
    });
  else if (known)
    await uploads.endTurn(trx, { ...owner, position, turnAt: known.turn_at }, { turn_at: turnAt, under_way: 1 });
  const callId = await uploads.insertCall(trx, {
    user_id: owner.userId,
    account_id: account.id,
    kind,
    price_micros: callMicrosOf(kind),
    made_at: now,
  });
  return { kind, turnAt, turn, account, callId };
}

const refusedBy = (detail: string): Sent => ({
  kind: "refused",
  code: "media_refused",
  sentence: refusalSentence("media_refused", detail),
});

/** Runs outside any transaction, since it reads the file. Network and disk errors don't throw. */
async function makeCall(app: App, owner: Whose, { kind, turn, account }: Call): Promise<Outcome> {
  const ask = { timeoutMs: uploadTimeout, signal: app.work.abortSignal };
  try {
    const tokens = openTokens(app, account);
    if (kind === "description") {
      const mediaId = turn.upload?.x_media_id ?? "";
      const answer = await app.network.describeImage(tokens, { ...ask, mediaId, text: turn.altText });
      return judgeCall(answer, app.clock.now());
    }
    const { bytes } = await readPicture(app, { userId: owner.userId, id: turn.mediaId, which: "picture" });
    return judgeUpload(await app.network.uploadImage(tokens, { ...ask, bytes }), app.clock.now());
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return { kind: "gone" };
    app.log.warn({ err: error, tweet: owner.tweetId }, "a picture could not be sent");
    return { kind: "again", detail: "the picture or the account's tokens could not be read" };
  }
}

/** Null: done, and the next call may follow. Writes only if the turn is still this call's. */
async function concludeTurn(
  trx: Transaction,
  app: App,
  owner: Whose,
  { turn, turnAt, account, kind, callId }: Call,
  outcome: Outcome,
): Promise<Sent | null> {
  await lockAccounts(trx, [account.id]);
  const now = app.clock.now();
  const end = (change: Parameters<typeof uploads.endTurn>[2]) =>
    uploads.endTurn(
      trx,
      { tweetId: owner.tweetId, position: turn.position, accountId: account.id, turnAt },
      { ...change, turn_at: change.turn_at ?? now, under_way: 0 },
    );
  if (outcome.kind === "uploaded") {
    const there = { x_media_id: outcome.mediaId, expires_at: outcome.expiresAt, tries: 0 };
    return (await end({ ...there, described: 0, sent_token: null })) ? null : { kind: "later" };
  }
  if (outcome.kind === "done") return (await end({ described: 1, tries: 0 })) ? null : { kind: "later" };
  if (outcome.kind === "gone") {
    await uploads.deleteCall(trx, callId);
    await end({});
    return { kind: "refused", code: "media_gone", sentence: mediaMessages.gone };
  }
  const { tries, refusals } = turn.upload?.account_id === account.id ? turn.upload : { tries: 0, refusals: 0 };
  const isRefused = outcome.kind === "refused";
  const isOver = isRefused && refusals + 1 >= maxRefusals;
  await end({
    tries: outcome.kind === "wait" ? 0 : tries + 1,
    turn_at: outcome.kind === "wait" ? outcome.until : now + uploadWait(tries + 1),
    ...(isRefused ? { refusals: refusals + 1, refusal: outcome.detail } : {}),
  });
  await changeByFailure(trx, app, account, outcome);
  app.log.warn({ tweet: owner.tweetId, call: kind, detail: outcome.detail }, "the network did not take a picture");
  return isOver ? refusedBy(outcome.detail) : { kind: "later" };
}

async function changeByFailure(
  trx: Transaction,
  app: App,
  account: Row<"accounts">,
  failure: CallFailure,
): Promise<void> {
  const now = app.clock.now();
  const fresh = await findAccountRow(trx, account.id);
  if (failure.kind !== "unauthorized" && failure.kind !== "blocked") return;
  const change = accountAfter(failure, { now, refusedAt: fresh?.refused_at ?? null });
  if (!change || fresh?.status !== "active") return;
  await changeAccount(trx, account.id, change);
  const { status } = change;
  if (status === "reconnect" || status === "paused")
    await recordEvents(trx, app, [
      { type: `account.${status}`, userId: account.user_id, accountId: account.id, at: now },
    ]);
}
