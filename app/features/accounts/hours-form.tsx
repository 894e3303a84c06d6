// Shows the form for an account's posting hours, and scheduled tweets outside of them.
import { useId } from "react";
import { cityTime } from "~/ground/time/city-time";
import { Button } from "~/ui/form/button";
import { Field, FieldHint, Select } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";
import { Card } from "~/ui/page/page";
import { bounds } from "./hours";
import { clockHour } from "./hours-words";
import type { TypedHours } from "./typed-hours";

export const hoursIntent = "keep-hours";

export interface ServerHours {
  quiet: string;
  from: string;
  to: string;
  gap: string;
  posts: string;
}

interface HoursFormProps {
  account: { id: number; username: string };
  typed: TypedHours;
  server: ServerHours;
  rule: string;
  /** Empty: nothing to say. */
  spacing: string;
  city: string;
  faults: Record<string, string>;
}

export function HoursForm({ account, typed, server, rule, spacing, city, faults }: HoursFormProps) {
  return (
    <Card title="Random times">
      <p className="quiet">
        {rule} {spacing} Times are in {cityTime(city)}. Times you pick yourself can be at any hour.
      </p>
      <IntentForm
        className="form"
        intent={hoursIntent}
        fields={{ do: "save", account: account.id }}
        noValidate
        preventScrollReset
      >
        <Quiet typed={typed} server={server.quiet} fault={faults["quiet"]} />
        <fieldset className="field">
          <legend className="field__label">How far ahead Add to Timeline schedules</legend>
          <div className="settings__two">
            <Field
              label="Earliest"
              small="hours ahead"
              name="windowFrom"
              inputMode="decimal"
              placeholder={server.from}
              value={typed.windowFrom}
              error={faults["window_hours"]}
            />
            <Field
              label="Latest"
              small="hours ahead"
              name="windowTo"
              inputMode="decimal"
              placeholder={server.to}
              value={typed.windowTo}
              hint={`${bounds.windowFrom} to ${bounds.windowTo} hours. Server default: ${server.from} to ${server.to}.`}
            />
          </div>
        </fieldset>
        <div className="settings__two">
          <Field
            label="Minimum gap"
            small="minutes"
            name="gap"
            inputMode="numeric"
            placeholder={server.gap}
            value={typed.gap}
            hint={`Server minimum: ${server.gap}`}
            error={faults["gap_minutes"]}
          />
          <Field
            label="Daily limit"
            small="posts"
            name="posts"
            inputMode="numeric"
            placeholder={server.posts}
            value={typed.posts}
            hint={`Server maximum: ${server.posts}`}
            error={faults["posts_a_day"]}
          />
        </div>
        <div className="row row--end">
          <p className="hint">Empty fields use the server default.</p>
          <Submit variant="primary">Save</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

const clock = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: clockHour(hour) }));

function Quiet({ typed, server, fault }: { typed: TypedHours; server: string; fault: string | undefined }) {
  const id = useId();
  const choices: { value: TypedHours["quiet"]; label: string }[] = [
    { value: "server", label: `Server default (${server})` },
    { value: "none", label: "None" },
    { value: "own", label: "Custom" },
  ];
  return (
    <fieldset className="field" aria-describedby={fault ? id : undefined}>
      <legend className="field__label">Quiet hours</legend>
      <div className="tabs">
        {choices.map(({ value, label }) => (
          <label className="tab" key={value}>
            <input
              className="visually-hidden"
              type="radio"
              name="quiet"
              value={value}
              defaultChecked={value === typed.quiet}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="settings__two">
        <Select label="From" small="for Custom" name="from" options={clock} value={typed.from} />
        <Select label="Until" small="for Custom" name="to" options={clock} value={typed.to} />
      </div>
      <FieldHint id={id} error={fault} />
    </fieldset>
  );
}

export interface OutsideHoursRow {
  id: number;
  content: string;
  when: string;
  iso: string;
  why: string;
}

export function OutsideHours({ accountId, rows }: { accountId: number; rows: readonly OutsideHoursRow[] }) {
  const doing = useBusy(hoursIntent, { do: "draw" });
  const only = doing?.get("only") ?? null;
  if (rows.length === 0) return null;
  return (
    <Card
      title={
        rows.length === 1
          ? "1 scheduled tweet is outside these hours"
          : `${rows.length} scheduled tweets are outside these hours`
      }
    >
      <IntentForm intent={hoursIntent} fields={{ do: "draw", account: accountId }} preventScrollReset>
        <ul className="moments">
          {rows.map(({ id, content, when, iso, why }) => (
            <li className="forbidden" key={id}>
              <label className="moment">
                <input className="tick" type="checkbox" name="tweetId" value={id} defaultChecked />
                <span className="moment__words" dir="auto" id={`forbidden-${id}`}>
                  {content}
                </span>
                <small>
                  <time dateTime={iso}>{when}</time> <span>{why}</span>
                </small>
              </label>
              <Button
                size="small"
                variant="ghost"
                icon="refresh-cw"
                name="only"
                value={id}
                busy={only === String(id)}
                aria-describedby={`forbidden-${id}`}
              >
                Reschedule
              </Button>
            </li>
          ))}
        </ul>
        <div className="row row--end">
          <p className="hint">The others keep their times.</p>
          <Button variant="soft" icon="refresh-cw" busy={doing !== null && only === null}>
            Reschedule selected
          </Button>
        </div>
      </IntentForm>
    </Card>
  );
}
