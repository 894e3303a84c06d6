// Manages alerts: users choose mails, and the operator gets POSTs to ALERT_URL.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { listWishes, replaceWishes } from "~/features/events/events.server";
import { findUser } from "~/features/users/users.server";
import { type AlertKind, alertKinds, firstChoice, typesOf } from "./kinds";
import { nextSummaryAt } from "./week";

export { alertChannels } from "./channels.server";
export { summariseWeeks } from "./summaries.server";
export { watchServer } from "./watch.server";
export { watchSpending } from "./watch-spending.server";
export { type AlertKind, alertKinds, firstChoice, kindWords } from "./kinds";
export { sendTestMail } from "./test-mail.server";

export type AlertPreferences = Record<AlertKind, boolean>;

export async function getAlertPreferences(app: Pick<App, "db">, userId: string): Promise<AlertPreferences> {
  const wishes = await listWishes(app.db, userId);
  const byMail = new Set(wishes.filter(({ channel }) => channel === "mail").map(({ type }) => type));
  const chosen = alertKinds.map((kind) => [kind, typesOf[kind].some((type) => byMail.has(type))]);
  return Object.fromEntries(chosen) as AlertPreferences;
}

export async function setAlertPreferences(app: App, userId: string, chosen: AlertPreferences): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await choose(trx, app, userId, chosen);
  });
}

/** Sets the defaults unless the user chose. Call with the user locked, in the transaction that confirms the email. */
export async function startAlerts(trx: Transaction, app: App, userId: string): Promise<void> {
  const wishes = await listWishes(trx, userId);
  if (!wishes.some(({ channel }) => channel === "mail")) await choose(trx, app, userId, firstChoice);
}

async function choose(trx: Transaction, app: App, userId: string, chosen: AlertPreferences): Promise<void> {
  const user = await findUser({ db: trx }, userId);
  if (!user) return;
  const dueAt = nextSummaryAt(app.clock.now(), user.timezone);
  const wishes = alertKinds
    .filter((kind) => chosen[kind])
    .flatMap((kind) => typesOf[kind].map((type) => ({ type, dueAt: type === "summary.weekly" ? dueAt : null })));
  await replaceWishes(trx, userId, { channel: "mail", targetId: userId }, wishes);
}
