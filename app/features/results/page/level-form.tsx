// Form for the reading level and its uses. Nothing is charged before Save.
import { Check } from "~/ui/form/check";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Card } from "~/ui/page/page";
import type { Level } from "../result";
import { workedIntent } from "./words";

export interface LevelChoice {
  level: Level;
  name: string;
  when: string;
  price: string | null;
  month: string | null;
  /** Cost of the readings that are due right after choosing it. */
  onChoosing: string | null;
  dear: string | null;
}

export interface LevelFormProps {
  choices: readonly LevelChoice[];
  level: Level;
  learn: boolean;
  lean: boolean;
  sandbox: boolean;
  writer: string;
}

export const levelFormId = "reading";

export function LevelForm({ choices, level, learn, lean, sandbox, writer }: LevelFormProps) {
  return (
    <Card title="Figures from X">
      <IntentForm className="form" id={levelFormId} intent={workedIntent} fields={{ do: "save" }} preventScrollReset>
        <p className="quiet">
          X charges for each tweet that is read; one that was read today is free until midnight, UTC.
          {sandbox && <span> In the sandbox figures are invented and nothing is charged.</span>}
        </p>
        <fieldset className="levels">
          <legend className="visually-hidden">How often each tweet is read</legend>
          {choices.map((choice) => (
            <LevelRadio {...choice} checked={choice.level === level} key={choice.level} />
          ))}
        </fieldset>
        <Check
          name="learn"
          label="Show the writer what worked"
          on={`The words of up to three well and three less received tweets go to ${writer}, never a figure; on the free tier of Gemini, Google may use them.`}
          off={`Off. Switched on, the words of up to three well and three less received tweets go to ${writer}, never a figure; on the free tier of Gemini, Google may use them.`}
          checked={learn}
        />
        <Check
          name="lean"
          label="Lean towards hours that were seen more"
          on="Random moments fall there a little more often, once 60 tweets were read. Every moment stays possible."
          off="Off. Random moments are drawn alike from all hours that are allowed."
          checked={lean}
        />
        <div className="row row--end">
          <Submit variant="primary">Save</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

function LevelRadio({
  level,
  name,
  when,
  price,
  month,
  onChoosing,
  dear,
  checked,
}: LevelChoice & { checked: boolean }) {
  return (
    <label className="level">
      <input type="radio" name="level" value={level} defaultChecked={checked} />
      <span className="level__text">
        <strong>
          {name}
          {price && <span className="level__price">{price}</span>}
        </strong>
        <small>{when}</small>
        {month && <small>{month}</small>}
        {onChoosing && <small>{onChoosing}</small>}
        {dear && <small className="level__dear">{dear}</small>}
      </span>
    </label>
  );
}
