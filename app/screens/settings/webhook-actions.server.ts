// Actions of the webhook forms on /settings/programs. A new secret is shown once.
import {
  addWebhook,
  changeWebhook,
  getWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
  WebhookChanged,
  type WebhookWish,
} from "~/features/webhooks/webhooks.server";
import { AppError, isAppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { addressOf } from "~/http/session/client-address.server";
import { field, type FormAction, type FormAnswer, requirePerson } from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";

interface By {
  userId: string;
  address: string;
  id: string;
}

type Operation = (formAction: FormAction, actor: By) => Promise<FormAnswer>;

export async function manageWebhooks(formAction: FormAction): Promise<FormAnswer> {
  const { user } = requirePerson(formAction);
  const operation = operations.get(field(formAction, "do"));
  if (!operation) throw new AppError("invalid", formMessages.unknown);
  const by = { userId: user.id, address: addressOf(formAction.request), id: field(formAction, "webhook") };
  return operation(formAction, by).catch(asFieldError);
}

function asFieldError(error: unknown): never {
  const { field: name, type } = (isAppError(error) && error.about) || {};
  if (!isAppError(error) || name === undefined || type === undefined) throw error;
  throw new AppError(error.code, error.message, { faults: [{ loc: ["form", name], msg: error.message, type }] });
}

const wishOf = (formAction: FormAction) => ({
  url: field(formAction, "url").trim(),
  events: formAction.form.getAll("events").map(String),
  description: field(formAction, "description"),
});

function seenBy(formAction: FormAction): { seen?: WebhookWish } {
  if (!formAction.form.has("was_url")) return {};
  const [url, description] = [field(formAction, "was_url"), field(formAction, "was_description")];
  return { seen: { url, events: field(formAction, "was_events").split(","), description } };
}

/** The refusal shows the current settings, so submitting again means that the user saw them. */
function tellSeen({ form }: FormAction, { url, events, description }: WebhookWish): void {
  form.set("was_url", url);
  form.set("was_events", events.join());
  form.set("was_description", description);
}

const closed = ({ url }: FormAction): string => hrefWith(url, { step: null, webhook: null });

const byName: Record<string, Operation> = {
  async add(formAction, actor) {
    const { webhook, secret } = await addWebhook(formAction.app, actor, wishOf(formAction));
    return {
      values: { shown: secret, url: webhook.url },
      message: "Webhook added. Copy its secret now. You won’t see it again.",
    };
  },

  async change(formAction, actor) {
    const wish = { ...wishOf(formAction), ...seenBy(formAction) };
    const { url } = await changeWebhook(formAction.app, actor, wish).catch((error: unknown) => {
      if (error instanceof WebhookChanged) tellSeen(formAction, error.now);
      throw error;
    });
    return { to: closed(formAction), message: `Changed: ${url}` };
  },

  async disable({ app }, actor) {
    return { message: `Disabled: ${(await changeWebhook(app, actor, { enabled: false })).url}` };
  },

  async enable({ app }, actor) {
    return { message: `Enabled: ${(await changeWebhook(app, actor, { enabled: true })).url}` };
  },

  async remove(formAction, actor) {
    const { url } = await getWebhook(formAction.app, actor.userId, actor.id);
    await removeWebhook(formAction.app, actor);
    return { to: closed(formAction), message: `Removed: ${url}` };
  },

  async rotate({ app }, actor) {
    const { url } = await getWebhook(app, actor.userId, actor.id);
    const shown = await rotateSecret(app, actor);
    return { values: { shown, url }, message: "Secret rotated. Copy it now. You won’t see it again." };
  },

  async test({ app, url }, { userId, id }) {
    await testWebhook(app, userId, id);
    return { to: hrefWith(url, { step: "deliveries", webhook: id }), message: "Sending a test…" };
  },

  async replay(formAction, { userId }) {
    const id = field(formAction, "delivery");
    await replayDelivery(formAction.app, userId, /^\d{1,15}$/.test(id) ? Number(id) : 0);
    return { message: "Sending again…" };
  },
};
const operations = new Map(Object.entries(byName));
