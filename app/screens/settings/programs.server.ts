// Loads /settings/programs: keys, webhooks, and the question that the URL opens.
import { redirect } from "@remix-run/node";
import type { App } from "~/app.server";
import { listKeys } from "~/features/api-keys/api-keys.server";
import type { KeyView } from "~/features/api-keys/keys-card";
import type { Ways } from "~/features/api-keys/proof-fields";
import { siteOf } from "~/features/passkeys/passkey";
import { isOperator } from "~/features/people/people.server";
import { readFactors } from "~/features/second-factor/factors.server";
import { hasPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { maxShown } from "~/features/webhooks/deliveries-modal";
import type { WebhookQuestion } from "~/features/webhooks/webhook-modals";
import { type WebhookView, webhookSteps } from "~/features/webhooks/webhooks-card";
import { listDeliveriesOf, listLatest, listWebhooks } from "~/features/webhooks/webhooks.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { toKeyView } from "./to-programs";
import { toDeliveryView, toWebhookView } from "./to-webhooks";

export interface ProgramsView {
  isOperator: boolean;
  keys: KeyView[];
  heldCount: number;
  webhooks: WebhookView[];
  hasRestored: boolean;
  ways: Ways;
  agentsAddress: string;
  question: { step: "rotate" | "revoke"; id: number; name: string } | null;
  webhookQuestion: WebhookQuestion | null;
  /** Seconds; null if no delivery is in progress. */
  refreshAfter: number | null;
}

export async function loadPrograms(args: LoaderArgs): Promise<ProgramsView> {
  const { app, viewer } = await readViewer(args);
  const { user, query } = viewer;
  if (!user) throw redirect("/generate?panel=login", 303);
  const [operator, keys, webhooks, latest, ways] = await Promise.all([
    isOperator(app, user.id),
    listKeys(app, user.id),
    listWebhooks(app, user.id),
    listLatest(app, user.id),
    readWays(app, user),
  ]);
  const step = query.get("step");
  const hooks = webhooks.map((webhook) => toWebhookView(webhook, latest.get(webhook.id), viewer));
  const webhookQuestion = await readWebhookQuestion(app, user.id, viewer, hooks);
  const about = keys.find(({ id }) => String(id) === query.get("key"));
  return {
    isOperator: operator,
    keys: keys.map((key) => toKeyView(key, viewer)),
    heldCount: keys.filter(({ isHeld }) => isHeld).length,
    webhooks: hooks,
    hasRestored: webhooks.some(({ isRestored }) => isRestored),
    ways,
    agentsAddress: `${app.config.appOrigin}/mcp`,
    question: about && (step === "rotate" || step === "revoke") ? { step, id: about.id, name: about.name } : null,
    webhookQuestion,
    refreshAfter: isSending(webhookQuestion) ? pollAfter : null,
  };
}

/** Seconds. */
const pollAfter = 3;

const isSending = (question: WebhookQuestion | null): boolean =>
  question?.step === "deliveries" && question.deliveries.some(({ isOnItsWay }) => isOnItsWay);

async function readWebhookQuestion(
  app: App,
  userId: string,
  viewer: Viewer,
  webhooks: readonly WebhookView[],
): Promise<WebhookQuestion | null> {
  const step = webhookSteps.find((name) => name === viewer.query.get("step"));
  if (step === "add-webhook") return { step };
  const webhook = webhooks.find(({ id }) => id === viewer.query.get("webhook"));
  if (!step || !webhook) return null;
  if (step !== "deliveries") return { step, webhook };
  const by = { status: null, before: null, limit: maxShown };
  const { deliveries } = await listDeliveriesOf(app, { userId, id: webhook.id }, by);
  return { step, webhook, deliveries: deliveries.map((delivery) => toDeliveryView(delivery, viewer)) };
}

async function readWays(app: App, { id, email }: User): Promise<Ways> {
  const { hasApp, hasPasskey } = await readFactors(app, id);
  // Passkeys don't work at this address; a recovery code does.
  const canPasskey = typeof siteOf(app.config.appOrigin) !== "string";
  return { email, hasPassword: await hasPassword(app, id), hasApp, hasPasskey: hasPasskey && canPasskey };
}
