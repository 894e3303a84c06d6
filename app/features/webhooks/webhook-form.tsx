// Renders the form to add or edit a webhook.
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { Field, FieldHint } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Notice } from "~/ui/messages/notice";
import { familyWords, type HookType, hookTypes, hookWords, maxDescription, maxUrl, webhookIntent } from "./hook";
import type { WebhookView } from "./webhooks-card";

interface WebhookFormModalProps {
  webhook: WebhookView | null;
  closeTo: string;
  error: string | null;
  faults: Record<string, string>;
  values: Record<string, string>;
}

export function WebhookFormModal({ webhook, closeTo, error, faults, values }: WebhookFormModalProps) {
  const wasTyped = values["url"] !== undefined;
  const chosen = wasTyped ? (values["events"]?.split(",") ?? []) : (webhook?.events ?? []);
  const fields = webhook ? { do: "change", webhook: webhook.id, ...seenOf(webhook, values) } : { do: "add" };
  return (
    <Dialog title={webhook ? "Edit webhook" : "Add webhook"} closeTo={closeTo} wide>
      <IntentForm intent={webhookIntent} fields={fields} noValidate preventScrollReset>
        <DialogBody>
          {error && Object.keys(faults).length === 0 && <Notice tone="error" title={error} />}
          <Field
            label="URL"
            name="url"
            type="url"
            value={values["url"] ?? webhook?.url}
            hint="Must start with https://"
            error={faults["url"]}
            maxLength={maxUrl}
            autoComplete="off"
            spellCheck={false}
            autoFocus={Object.keys(faults).length === 0}
          />
          <Field
            label="Description"
            small="optional"
            name="description"
            value={values["description"] ?? webhook?.description}
            error={faults["description"]}
            maxLength={maxDescription}
            autoComplete="off"
          />
          <Events chosen={chosen} error={faults["events"]} />
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant="primary">{webhook ? "Save" : "Add webhook"}</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

/** The values the user saw, so edits made elsewhere aren't overwritten. A rejected save updates them. */
const seenOf = ({ url, events, description }: WebhookView, values: Record<string, string>) => ({
  was_url: values["was_url"] ?? url,
  was_events: values["was_events"] ?? events.join(),
  was_description: values["was_description"] ?? description,
});

function Events({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const boxOf = (value: string, title: string, more: string) => (
    <label key={value}>
      <span className="rows__text">
        <strong>{title}</strong>
        <span>{more}</span>
      </span>
      <input className="tick" type="checkbox" name="events" value={value} defaultChecked={chosen.includes(value)} />
    </label>
  );
  const single = hookTypes.map((type) => nameOf(type, chosen));
  return (
    <fieldset className="rows rows--ticks" aria-describedby={error ? "events-hint" : undefined}>
      <legend>Events</legend>
      <FieldHint id="events-hint" error={error} />
      {Object.entries(familyWords).map(([value, words]) => boxOf(value, words, value))}
      <details className="fold" open={single.some((name) => chosen.includes(name))}>
        <summary>
          <Icon of="chevron-right" />
          <h3>Choose individual events</h3>
        </summary>
        <div className="rows rows--ticks">
          {hookTypes.map((type, index) => boxOf(single[index] ?? type, type, hookWords[type]))}
        </div>
      </details>
    </fieldset>
  );
}

/** A group of one event may have been saved through the API as `backup.*`; its box keeps that name. */
function nameOf(type: HookType, chosen: readonly string[]): string {
  const family = `${type.split(".")[0] ?? ""}.*`;
  return !Object.hasOwn(familyWords, family) && chosen.includes(family) ? family : type;
}
