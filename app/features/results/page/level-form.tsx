// Form for the reading level and its uses. Nothing is charged before Save.
import { Check } from "~/ui/form/check";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { usedBy } from "~/ports/ai/writer-words";
import { Card } from "~/ui/page/page";
import type { Level } from "../result";
import { insightsIntent } from "./words";

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

const learnText = (writer: string, sends: string) =>
  [`${sends} ${writer} the text of up to three top and three weak tweets, but never the numbers.`, usedBy(writer)]
    .filter((sentence) => sentence !== null)
    .join(" ");

export const levelFormId = "reading";

export function LevelForm({ choices, level, learn, lean, sandbox, writer }: LevelFormProps) {
  return (
    <Card title="Metrics from X">
      <IntentForm className="form" id={levelFormId} intent={insightsIntent} fields={{ do: "save" }} preventScrollReset>
        <p className="quiet">
          X charges each time a tweet’s metrics are fetched. Fetching the same tweet again before midnight UTC is free.
          {sandbox && <span> In the sandbox, metrics are sample data and free.</span>}
        </p>
        <fieldset className="levels">
          <legend className="visually-hidden">How often metrics are fetched</legend>
          {choices.map((choice) => (
            <LevelRadio {...choice} checked={choice.level === level} key={choice.level} />
          ))}
        </fieldset>
        <Check
          name="learn"
          label="Let the AI learn from results"
          on={learnText(writer, "Linnet sends")}
          off={learnText(writer, "Off. When on, Linnet sends")}
          checked={learn}
        />
        <Check
          name="lean"
          label="Favor hours with more views"
          on="After 60 measured tweets, random times favor these hours slightly. Every allowed time stays possible."
          off="Off. Random times are spread evenly over all allowed hours."
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
