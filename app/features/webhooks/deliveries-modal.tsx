// Renders a webhook's recent deliveries, with a button to send one again.
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { Icon, type IconName } from "~/ui/icons/icon";
import { Notice } from "~/ui/messages/notice";
import { OperationForm, TestForm, type WebhookView } from "./webhooks-card";

export interface DeliveryView {
  id: number;
  type: string;
  status: "pending" | "delivered" | "failed";
  answer: number | null;
  why: string | null;
  times: string;
  isOnItsWay: boolean;
}

interface DeliveriesModalProps {
  webhook: WebhookView;
  deliveries: readonly DeliveryView[];
  closeTo: string;
  error: string | null;
}

export function DeliveriesModal({ webhook, deliveries, closeTo, error }: DeliveriesModalProps) {
  const { id, url, care } = webhook;
  return (
    <Dialog title="Deliveries" subtitle={url} closeTo={closeTo} wide>
      <DialogBody>
        {error && <Notice tone="error" title={error} />}
        {care !== null && (
          <Notice tone="attention" title="This webhook is disabled">
            {care}
          </Notice>
        )}
        {deliveries.length === 0 ? (
          <p className="quiet">No deliveries yet. Send a test to check your endpoint.</p>
        ) : (
          <ul className="rows deliveries">
            {deliveries.map((delivery) => (
              <DeliveryRow {...delivery} webhook={webhook} key={delivery.id} />
            ))}
          </ul>
        )}
        <p className="hint">
          Deliveries are kept for 30 days. These are the latest {maxShown}. To list them all, call{" "}
          <code>GET /api/webhooks/{"{webhook_id}"}/deliveries</code>.
        </p>
      </DialogBody>
      <DialogFoot>
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
          Close
        </ButtonLink>
        {care === null && <TestForm id={id} url={url} inFoot />}
      </DialogFoot>
    </Dialog>
  );
}

export const maxShown = 20;

const states = {
  delivered: { words: "Delivered", icon: "check", tone: "good" },
  failed: { words: "Failed", icon: "x", tone: "bad" },
  pending: { words: "Pending", icon: "hourglass", tone: "care" },
} as const satisfies Record<DeliveryView["status"], { words: string; icon: IconName; tone: string }>;

function DeliveryRow({
  id,
  type,
  status,
  answer,
  why,
  times,
  isOnItsWay,
  webhook,
}: DeliveryView & { webhook: WebhookView }) {
  const { words, icon, tone } = states[status];
  return (
    <li>
      <p className="rows__text">
        <strong>
          <code>{type}</code>
          {/* Announces the result while the user waits for it. */}
          <span className={`rows__state rows__state--${tone}`} aria-live="polite">
            <Icon of={icon} />
            <span>{isOnItsWay ? "Sending…" : answer === null ? words : `${words}, ${answer}`}</span>
          </span>
        </strong>
        {why !== null && <span>{why}</span>}
        <small>{times}</small>
      </p>
      {webhook.care === null && !isOnItsWay && (
        <OperationForm operation="replay" id={webhook.id} delivery={id}>
          Resend
          <span className="visually-hidden">
            : {type}, {times}
          </span>
        </OperationForm>
      )}
    </li>
  );
}
