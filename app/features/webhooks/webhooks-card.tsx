// Settings, webhooks: where a person's programs are told what happened, and which of them is told nothing any more.
import { Icon } from "~/ui/icons/icon";
import { PlainBadge } from "~/ui/page/badge";
import { Card } from "~/ui/page/page";

export interface WebhookView {
  id: string;
  url: string;
  /** As they were named: types, `tweet.*` or `*`. */
  events: readonly string[];
  description: string;
  /** Why it is told nothing any more, as a sentence; null while it is. */
  care: string | null;
}

export function WebhooksCard({ webhooks }: { webhooks: readonly WebhookView[] }) {
  return (
    <Card title="Webhooks">
      <p className="quiet">Your programs are told what happened by one signed message an event.</p>
      {webhooks.length === 0 ? (
        <p className="hint">No webhooks yet.</p>
      ) : (
        <ul className="rows">
          {webhooks.map((webhook) => (
            <WebhookRow {...webhook} key={webhook.id} />
          ))}
        </ul>
      )}
      <p className="hint">
        They are added, changed and removed over the API, by <code>/api/webhooks</code> and a key with the scope
        webhooks.
      </p>
    </Card>
  );
}

function WebhookRow({ url, events, description, care }: WebhookView) {
  return (
    <li>
      <span className="rows__mark">
        <Icon of="link" />
      </span>
      <p className="rows__text">
        <strong>
          <code className="wrap">{url}</code> <PlainBadge>{events.join(" · ")}</PlainBadge>
          {care !== null && (
            <span className="rows__state rows__state--care">
              <Icon of="triangle-alert" />
              Disabled
            </span>
          )}
        </strong>
        {description !== "" && <span dir="auto">{description}</span>}
        {care !== null && <small>{care}</small>}
      </p>
    </li>
  );
}
