// Renders the webhooks card in Settings, and the secret once.
import { CopyButton } from "~/features/second-factor/codes-modal";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import { ShownOnce } from "~/ui/page/shown-once";
import { familyWords, webhookIntent } from "./hook";

export interface WebhookView {
  id: string;
  url: string;
  events: readonly string[];
  description: string;
  care: string | null;
  isFailing: boolean;
  last: string;
}

export const webhookSteps = ["add-webhook", "change-webhook", "new-secret", "remove-webhook", "deliveries"] as const;
export type WebhookStep = (typeof webhookSteps)[number];

interface WebhooksCardProps {
  webhooks: readonly WebhookView[];
  /** A backup was restored, and some webhooks are disabled until the user checks them. */
  isRestored: boolean;
  action: string;
  hrefTo(step: WebhookStep, id?: string): string;
  error?: string | null;
}

export function WebhooksCard({ webhooks, isRestored, action, hrefTo, error }: WebhooksCardProps) {
  return (
    <Card
      title="Webhooks"
      aside={
        <ButtonLink size="small" icon="plus" to={hrefTo("add-webhook")} preventScrollReset>
          Add webhook
        </ButtonLink>
      }
    >
      <p className="quiet">Linnet sends signed HTTP requests to your URL when something happens.</p>
      {error && <Notice tone="error" title={error} />}
      {isRestored && (
        <Notice tone="attention" title="Your webhooks are disabled: a backup was restored">
          The backup may include webhooks you’ve since removed or changed. Review them, remove any you don’t need, then
          enable the rest.
        </Notice>
      )}
      {webhooks.length === 0 ? (
        <p className="hint">No webhooks yet. Add one to get events without polling.</p>
      ) : (
        <ul className="rows">
          {webhooks.map((webhook) => (
            <WebhookRow webhook={webhook} action={action} hrefTo={hrefTo} key={webhook.id} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type WebhookRowProps = { webhook: WebhookView } & Pick<WebhooksCardProps, "action" | "hrefTo">;

function WebhookRow({ webhook, action, hrefTo }: WebhookRowProps) {
  const { id, url, events, description, care, isFailing, last } = webhook;
  const link = (step: WebhookStep, words: string) => (
    <Link className="link" to={hrefTo(step, id)} preventScrollReset>
      {words}
      <span className="visually-hidden"> of {url}</span>
    </Link>
  );
  return (
    <li>
      <span className="rows__mark">
        <Icon of="link" />
      </span>
      <p className="rows__text">
        <strong>
          <span>{url}</span>
          {(care !== null || isFailing) && (
            <span className="rows__state rows__state--care">
              <Icon of="triangle-alert" />
              <span>{care === null ? "Failing" : "Disabled"}</span>
            </span>
          )}
        </strong>
        {description !== "" && <span dir="auto">{description}</span>}
        <span>{events.includes("*") ? familyWords["*"] : <code>{events.join(" · ")}</code>}</span>
        <small>{care ?? last}</small>
      </p>
      <div className="hook__deeds">
        {care === null && <TestForm id={id} url={url} action={action} />}
        <OperationForm operation={care === null ? "disable" : "enable"} id={id} action={action}>
          <span>{care === null ? "Disable" : "Enable"}</span>
          <span className="visually-hidden"> {url}</span>
        </OperationForm>
        {link("deliveries", "Deliveries")}
        {link("change-webhook", "Edit")}
        {link("new-secret", "Rotate secret")}
        {link("remove-webhook", "Remove")}
      </div>
    </li>
  );
}

interface OperationFormProps {
  operation: "disable" | "enable" | "test" | "replay";
  id: string;
  delivery?: number;
  action?: string;
  inFoot?: boolean;
  children: React.ReactNode;
}

export function OperationForm({ operation, id, delivery, action, inFoot = false, children }: OperationFormProps) {
  return (
    <IntentForm
      intent={webhookIntent}
      fields={{ do: operation, webhook: id, delivery }}
      action={action}
      preventScrollReset
    >
      <Submit size={inFoot ? undefined : "small"}>{children}</Submit>
    </IntentForm>
  );
}

type TestFormProps = Pick<WebhookView, "id" | "url"> & Pick<OperationFormProps, "action" | "inFoot">;

export function TestForm({ id, url, action, inFoot }: TestFormProps) {
  return (
    <OperationForm operation="test" id={id} action={action} inFoot={inFoot}>
      Send a test
      <span className="visually-hidden"> to {url}</span>
    </OperationForm>
  );
}

export function ShownSecretCard({ url, secret }: { url: string; secret: string }) {
  return (
    <ShownOnce title="Signing secret" secret={secret}>
      <p className="quiet wrap">For {url}. Copy it now. You won’t see it again.</p>
      <p className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      <p className="hint">Use it to verify that requests come from Linnet (Standard Webhooks 1.0.0).</p>
    </ShownOnce>
  );
}
