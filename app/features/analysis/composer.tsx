// Renders the analysis form: three modes, the description, keywords that aren't sent, examples.
import { Link } from "~/ui/link";
import { Button } from "~/ui/form/button";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { Icon, type IconName } from "~/ui/icons/icon";
import { TextArea } from "~/ui/form/text-area";
import { IntentForm } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";
import { useQuestion } from "~/ui/form/use-question";
import { examples } from "./examples";

export const analyseIntent = "analyse";

const modes: readonly { label: string; icon: IconName }[] = [
  { label: "Product Description", icon: "package" },
  { label: "My Tweets data", icon: "message-square-text" },
  { label: "Other Accounts", icon: "users" },
];

interface ProductComposerProps {
  value: string;
  error?: string | null;
  missing: string;
  exampleHref(name: string): string;
}

export function ProductComposer({ value, error, missing, exampleHref }: ProductComposerProps) {
  const sent = useBusy(analyseIntent) !== null;
  const { refusal, reason, fill, field } = useQuestion<HTMLTextAreaElement>(value, (text) =>
    text.trim() === "" ? missing : null,
  );
  return (
    <div className="composer">
      <Modes />
      <IntentForm className="composer__form" intent={analyseIntent} aria-busy={sent} id={analyseIntent}>
        <TextArea
          big
          rows={3}
          dir="auto"
          label="What does your product do, and who is it for?"
          name="content"
          value={value}
          placeholder="e.g. a booking page for small sailing schools"
          autoComplete="off"
          error={reason ?? error}
          {...field}
        />
      </IntentForm>
      <Keywords />
      <div className="composer__foot">
        <nav className="tags" aria-label="Examples">
          {examples.map(({ name, label, text }) => (
            <Link
              className="tag"
              key={name}
              to={exampleHref(name)}
              replace
              preventScrollReset
              // Fills the field without navigation; without JavaScript the link loads the page with it filled.
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                fill(text);
              }}
            >
              {label}
            </Link>
          ))}
        </nav>
        <Button
          form={analyseIntent}
          variant="primary"
          size="large"
          icon="gauge"
          busy={sent}
          disabled={refusal !== null}
        >
          {sent ? "Analyzing..." : "Analyse Product"}
        </Button>
      </div>
    </div>
  );
}

/** Outside the form: the mode is never sent (spec, "/product-analyse"). */
function Modes() {
  return (
    <div className="composer__modes">
      <div className="tabs" role="radiogroup" aria-label="What to analyse" aria-describedby="modes-later">
        {modes.map(({ label, icon }, index) => (
          <label className="tab" key={label}>
            <input className="visually-hidden" type="radio" name="mode" value={label} defaultChecked={index === 0} />
            <Icon of={icon} />
            {label}
          </label>
        ))}
      </div>
      <FieldHint
        id="modes-later"
        hint="My Tweets data and Other Accounts are coming soon. Only the description is used for now."
      />
    </div>
  );
}

function Keywords() {
  return (
    <div className="field">
      <FieldLabel htmlFor="keywords" label="Additional Keywords" small="optional" />
      <input
        className="input"
        id="keywords"
        type="text"
        placeholder="sailing, last-minute, coast"
        autoComplete="off"
        dir="auto"
        aria-describedby="keywords-later"
      />
      <FieldHint id="keywords-later" hint="Coming soon. Keywords aren’t used or sent yet." />
    </div>
  );
}
