// What /settings/programs loads: who may see it, and what each of its sections shows.
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
  /** A backup was put back, and some of them wait for a look. */
  hasRestored: boolean;
  ways: Ways;
  /** Where agents reach this server. */
  agentsAddress: string;
  /** Which question the address asks, and about which key. */
  question: { step: "rotate" | "revoke"; id: number; name: string } | null;
  webhookQuestion: WebhookQuestion | null;
  /** What came back is shown as soon as it is there; null where nothing is on its way. */
  refreshAfter: number | null;
}

/** Throws a redirect for a guest. */
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

/** In seconds. */
const pollAfter = 3;

const isSending = (question: WebhookQuestion | null): boolean =>
  question?.step === "deliveries" && question.deliveries.some(({ isOnItsWay }) => isOnItsWay);

/** What the address asks about webhooks: a new one, or one of the person's own. */
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
  return { step, webhook, deliveries: deliveries.map((one) => toDeliveryView(one, viewer)) };
}

async function readWays(app: App, { id, email }: User): Promise<Ways> {
  const { hasApp, hasPasskey } = await readFactors(app, id);
  // Where a browser gives this address no passkey, a recovery code serves.
  const canPasskey = typeof siteOf(app.config.appOrigin) !== "string";
  return { email, hasPassword: await hasPassword(app, id), hasApp, hasPasskey: hasPasskey && canPasskey };
}
