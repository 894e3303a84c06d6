// Renders the webhook modal that the page's URL asks for.
import type { ReactNode } from "react";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { DeliveriesModal, type DeliveryView } from "./deliveries-modal";
import { webhookIntent } from "./hook";
import { WebhookFormModal } from "./webhook-form";
import type { WebhookView } from "./webhooks-card";

export type WebhookQuestion =
  | { step: "add-webhook" }
  | { step: "change-webhook" | "new-secret" | "remove-webhook"; webhook: WebhookView }
  | { step: "deliveries"; webhook: WebhookView; deliveries: readonly DeliveryView[] };

interface WebhookModalProps {
  question: WebhookQuestion;
  closeTo: string;
  error: string | null;
  faults: Record<string, string>;
  values: Record<string, string>;
}

export function WebhookModal({ question, closeTo, error, faults, values }: WebhookModalProps) {
  switch (question.step) {
    case "add-webhook":
      return <WebhookFormModal webhook={null} {...{ closeTo, error, faults, values }} />;
    case "change-webhook":
      return <WebhookFormModal webhook={question.webhook} {...{ closeTo, error, faults, values }} />;
    case "new-secret":
      return <NewSecretModal webhook={question.webhook} closeTo={closeTo} error={error} />;
    case "remove-webhook":
      return <RemoveModal webhook={question.webhook} closeTo={closeTo} error={error} />;
    case "deliveries":
      return <DeliveriesModal {...question} closeTo={closeTo} error={error} />;
  }
}

interface AboutOneProps {
  webhook: WebhookView;
  closeTo: string;
  error: string | null;
}

const NewSecretModal = ({ webhook, ...rest }: AboutOneProps) => (
  <Question
    title="Rotate the signing secret"
    operation="rotate"
    id={webhook.id}
    button={
      <Submit variant="primary" icon="refresh-cw">
        Rotate secret
      </Submit>
    }
    {...rest}
  >
    For 24 hours, requests to <strong>{webhook.url}</strong> are signed with both the old and the new secret. Update
    your app before then.
  </Question>
);

const RemoveModal = ({ webhook, ...rest }: AboutOneProps) => (
  <Question
    title="Remove this webhook?"
    operation="remove"
    id={webhook.id}
    button={
      <Submit variant="danger" icon="trash-2">
        Remove
      </Submit>
    }
    {...rest}
  >
    <strong>{webhook.url}</strong> gets no more events, including pending ones. Its delivery history is deleted.
  </Question>
);

interface QuestionProps extends Omit<AboutOneProps, "webhook"> {
  title: string;
  operation: "rotate" | "remove";
  id: string;
  button: ReactNode;
  children: ReactNode;
}

function Question({ title, operation, id, button, closeTo, error, children }: QuestionProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <IntentForm intent={webhookIntent} fields={{ do: operation, webhook: id }} noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet wrap">{children}</p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          {button}
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
