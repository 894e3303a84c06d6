// Loads /settings/alerts: whether email can reach the user, and their choices.
import { redirect } from "@remix-run/node";
import { alertKinds, firstChoice, getAlertPreferences, kindWords } from "~/features/alerts/alerts.server";
import type { AlertsView } from "~/features/alerts/alert-cards";
import { isOperator } from "~/features/people/people.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";

export async function loadAlerts(args: LoaderArgs): Promise<AlertsView> {
  const { app, viewer } = await readViewer(args);
  const { user } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  const [preferences, confirmed, operator] = await Promise.all([
    getAlertPreferences(app, user.id),
    findConfirmedEmail(app, user.id),
    isOperator(app, user.id),
  ]);
  const isNew = confirmed === null && !alertKinds.some((kind) => preferences[kind]);
  // Confirming the address will set the first choice.
  const chosen = isNew ? firstChoice : preferences;
  return {
    mail: app.mail === null ? "none" : confirmed === null ? "unconfirmed" : "confirmed",
    email: user.email,
    isOperator: operator,
    kinds: alertKinds.map((kind) => ({ kind, ...kindWords[kind], chosen: chosen[kind] })),
  };
}
