// Shows the form for a new API key.
import { Check } from "~/ui/form/check";
import { Field, FieldHint, Select } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import { ProofFields, type Ways } from "./proof-fields";
import { createIntent, expiries, maxName, type Scope, scopesInForm, scopeWords } from "./scope";

interface KeyFormProps extends Ways {
  action: string;
  error: string | null;
  faults: Record<string, string>;
  values: Record<string, string>;
}

const expiryWords: Record<(typeof expiries)[number], string> = {
  never: "Never",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
};

export function KeyForm({ action, error, faults, values, ...ways }: KeyFormProps) {
  const chosen = values["scope"]?.split(",") ?? [];
  return (
    <Card title="Create API key">
      <IntentForm className="form" intent={createIntent} action={action} noValidate preventScrollReset>
        {error && Object.keys(faults).length === 0 && <Notice tone="error" title={error} />}
        <Field
          label="Name"
          name="name"
          value={values["name"]}
          hint="For example n8n. Shown in the activity of tweets it posts."
          error={faults["name"]}
          maxLength={maxName}
          autoComplete="off"
        />
        <fieldset className="rows rows--ticks" aria-describedby={faults["scope"] ? "scopes-hint" : undefined}>
          <legend>Scopes</legend>
          {scopesInForm.map((scope) => (
            <ScopeBox scope={scope} isChosen={chosen.includes(scope)} key={scope} />
          ))}
        </fieldset>
        <FieldHint id="scopes-hint" error={faults["scope"]} />
        <Check
          name="agentsOnly"
          label="AI agents only"
          on="Works only at /mcp, where posting needs confirmation."
          off="Works for apps, scripts and agents."
          checked={values["agentsOnly"] === "on"}
        />
        <div className="settings__two">
          <Select
            label="Expires"
            name="expires"
            options={expiries.map((value) => ({ value, label: expiryWords[value] }))}
            value={values["expires"] ?? "90"}
            error={faults["expires"]}
          />
        </div>
        <ProofFields {...ways} id="new-key" faults={faults} />
        <div className="row row--end">
          <Submit variant="primary" icon="key-round">
            Create key
          </Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

function ScopeBox({ scope, isChosen }: { scope: Scope; isChosen: boolean }) {
  return (
    <label>
      <span className="rows__text">
        <strong>{scope}</strong>
        <span>{scopeWords[scope]}</span>
      </span>
      <input className="tick" type="checkbox" name="scope" value={scope} defaultChecked={isChosen} />
    </label>
  );
}
