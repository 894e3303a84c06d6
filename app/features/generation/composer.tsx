// Form for a topic, the kind of result, web search and the posting account.
import { Link } from "~/ui/link";
import { Avatar } from "~/ui/page/avatar";
import { Check } from "~/ui/form/check";
import { Field, Select } from "~/ui/form/field";
import { AccountPill } from "~/features/users/account-state";
import type { AccountState } from "~/features/users/account-words";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";
import { useQuestion } from "~/ui/form/use-question";
import { refusalOf, refusals, type BatchViewer } from "./can-generate";
import { maxParts, minParts } from "./thread/format";
import { useKeptTopic } from "./use-kept-topic";

export const generateIntent = "generate";

/** One select for both, so tweets can't be combined with a number of parts. */
const forms = [
  { value: "", label: "Tweets" },
  ...Array.from({ length: maxParts - minParts + 1 }, (_, n) => {
    const value = String(minParts + n);
    return { value, label: `Thread of ${value}` };
  }),
];

interface ComposerProps {
  viewer: BatchViewer;
  account: { name: string; username: string; state: AccountState } | null;
  accountsHref: string;
  hasVoice?: boolean;
  searchRefusal?: string | null;
  values?: { topic?: string; webSearch?: string; parts?: string };
  error?: string | null;
  action?: string;
}

export function Composer({ viewer, account, accountsHref, hasVoice, searchRefusal, ...rest }: ComposerProps) {
  const { values, error, action } = rest;
  const sent = useBusy(generateIntent);
  const topic = values?.topic ?? "";
  const { refusal, reason, field } = useQuestion(topic, (text) => refusalOf(viewer, text));
  useKeptTopic(field.ref, viewer.signedIn && viewer.accounts === 0, field.onInput);
  // Without a default account the button stays enabled (spec section 5), and the server says what is missing.
  const disabled = refusal !== null && refusal !== refusals.noDefault;
  return (
    <IntentForm className="composer" intent={generateIntent} action={action} aria-busy={sent !== null}>
      <Field
        big
        label="What would you like to create tweets about?"
        name="topic"
        value={topic}
        placeholder="e.g. building a side project after work"
        autoComplete="off"
        dir="auto"
        error={reason ?? error}
        {...field}
      />
      <div className="composer__foot">
        <Select label="Format" name="parts" options={forms} value={values?.parts ?? ""} />
        <Check
          name="webSearch"
          label="Web Search"
          on="Generate tweets with latest web information"
          off={searchRefusal ?? "Generate tweets from AI knowledge base"}
          checked={values?.webSearch === "on" && !searchRefusal}
          disabled={Boolean(searchRefusal)}
        />
        <Submit variant="primary" size="large" icon="feather" disabled={disabled}>
          {labelOf(sent)}
        </Submit>
      </div>
      {account && (
        <p className="composer__as">
          <Avatar of={account.name} small />
          Posting as <strong>@{account.username}</strong>
          {hasVoice !== undefined && (
            <Link className="link" to="/settings/voice">
              {hasVoice ? "Voice on" : "Set up voice"}
            </Link>
          )}
          <AccountPill state={account.state} username={account.username} />
          <Link className="link" to={accountsHref} preventScrollReset>
            Change account
          </Link>
        </p>
      )}
    </IntentForm>
  );
}

function labelOf(sent: FormData | null): string {
  if (!sent) return "Create Twitter Content";
  return sent.has("webSearch") ? "Searching & Creating..." : "Creating...";
}
