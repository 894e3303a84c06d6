// Implements the webhook channel: sends each event as a signed POST. Success is 2xx.
import type { App } from "~/app.server";
import type { Channel, Parcel, Sent } from "~/features/events/events.server";
import { isDisabled } from "~/features/users/users.server";
import { release } from "~/ground/release.server";
import { type GuardedAnswer, postGuarded } from "~/ports/receiver/guarded.server";
import type { Transaction } from "~db/database.server";
import { allowedOf } from "./address.server";
import { compose } from "./compose.server";
import { disableUnasked } from "./disable.server";
import { disabledAfter, disabledReasons, hookMessages, maxRetryAfter, waitAfterTries } from "./hook";
import * as queries from "./queries.server";
import { openSecrets } from "./secret.server";
import { sign } from "./signature.server";

/** The receiver is permanently gone (RFC 9110, 15.5.11). */
const gone = 410;

export const webhookChannel = (app: App): Channel => ({
  name: "webhook",
  topicOf: ({ id }) => id,
  send: (parcel) => send(app, parcel),
  each: {
    compose: (trx, event) => compose({ ...app, db: trx }, event),
    waitAfter: waitAfterTries,
    maxPerPerson: 2,
    ownersOf: (trx, ids) => queries.listOwners(trx, ids),
    conclude: (trx, outcome) => noteTry(trx, app, outcome),
  },
});

async function send(app: App, { targetId, topic: id, body }: Parcel): Promise<Sent> {
  const row = await queries.find(app.db, targetId);
  if (!row || body === null) return { kind: "never", reason: hookMessages.notThere };
  if (row.disabled_at !== null) return { kind: "never", reason: hookMessages.disabled };
  if (await isDisabled(app, row.user_id)) return { kind: "later", isOurs: true, reason: hookMessages.personDisabled };
  const now = app.clock.now();
  let secrets: string[];
  try {
    secrets = openSecrets(app, row, now);
  } catch (error) {
    app.log.error({ err: error, webhook: row.id }, "the webhook's secret can't be decrypted");
    return {
      kind: "later",
      isOurs: true,
      reason: "Linnet can’t decrypt this webhook’s secret with ENCRYPTION_KEY. Rotate the secret.",
    };
  }
  const timestamp = Math.floor(now / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Linnet/${release.version}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secrets, { id, timestamp, body }),
  };
  const means = {
    owner: row.user_id,
    allowed: allowedOf(app),
    signal: app.work.abortSignal,
    now: () => app.clock.now(),
  };
  return sentBy(await postGuarded(row.url, { headers, body }, means));
}

const unreachable: Record<Extract<GuardedAnswer, { kind: "unreachable" }>["reason"], string> = {
  timeout: "No response within 15 seconds",
  network: "Couldn’t reach the endpoint",
  private: "The host now resolves to a private address",
  stopped: "This server stopped before it got a response",
};

function sentBy(answer: GuardedAnswer): Sent {
  if (answer.kind === "unreachable") {
    const reason = unreachable[answer.reason];
    return answer.reason === "stopped" ? { kind: "later", reason, isOurs: true } : { kind: "later", reason };
  }
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return { kind: "sent", status };
  if (status === gone) return { kind: "never", status, reason: disabledReasons.gone };
  const isRedirect = status >= 300 && status < 400;
  const reason = isRedirect
    ? `The endpoint returned ${status}. Linnet doesn’t follow redirects.`
    : `The endpoint returned ${status}`;
  return {
    kind: "later",
    status,
    reason,
    ...(retryAfterMs === null ? {} : { retryAfterMs: Math.min(retryAfterMs, maxRetryAfter) }),
  };
}

/** A success clears earlier failures. Three days of failures disable the webhook. */
async function noteTry(
  trx: Transaction,
  app: App,
  { targetId, sent, now }: { targetId: string; sent: Sent; now: number },
): Promise<void> {
  const row = await queries.find(trx, targetId);
  if (!row || row.disabled_at !== null) return;
  if (sent.kind === "sent") {
    if (row.failures > 0) await queries.update(trx, row.id, { failures: 0, failing_since: null });
    return;
  }
  if (sent.kind === "later" && sent.isOurs) return;
  const failures = row.failures + 1;
  const failingSince = row.failing_since ?? now;
  await queries.update(trx, row.id, { failures, failing_since: failingSince });
  const isGone = sent.kind === "never" && sent.status === gone;
  const isDead = failures >= disabledAfter.failures && now - failingSince >= disabledAfter.ms;
  if (isGone || isDead) await disableUnasked(trx, app, row, { code: isGone ? "gone" : "unanswered", now });
}
