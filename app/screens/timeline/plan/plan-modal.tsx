// Schedule all modal: shows the plan and its cost, and schedules the checked tweets.
import { useState } from "react";
import { Form } from "@remix-run/react";
import { cityTime } from "~/ground/time/city-time";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Button, ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Tabs } from "~/ui/page/tabs";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import { planIntent } from "./plan-intent";
import type { PlanRow, PlanView } from "./plan.server";
import styles from "~/styles/timeline/plan.css";

const formId = "plan";

const spans = [
  { days: 1, label: "Today" },
  { days: 7, label: "A week" },
  { days: 14, label: "2 weeks" },
];

export default function PlanModal({ plan, result }: { plan: PlanView; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const failed = failedIn(result, "form");
  // Each load picks new times, so the first plan stays until the server refuses it.
  const [first] = useState(plan);
  const { rows, left, ...about } = failed && !failed.requestFailed ? plan : first;
  const closeTo = hrefWith({ schedule: null, chosen: null });
  return (
    <Dialog title={titleOf(rows.length)} closeTo={closeTo} wide>
      {/* Loaded here, because only this modal uses it. */}
      <link rel="stylesheet" href={styles} />
      <DialogBody>
        {failed?.error && <Notice tone="error" title={failed.error} />}
        {about.fault ? <Notice tone="info" title={about.fault} /> : <Span plan={plan} address={hrefWith({})} />}
        {about.noRoom && (
          <Notice
            tone="attention"
            title={about.noRoom}
            action={
              about.widerDays !== null && (
                <ButtonLink size="small" to={hrefWith({ schedule: String(about.widerDays) })} preventScrollReset>
                  {`Try ${about.widerDays} days`}
                </ButtonLink>
              )
            }
          />
        )}
        <ul className="moments" aria-label="The plan">
          {rows.map((row) => (
            <li key={row.value}>
              <Row row={row} />
            </li>
          ))}
          {left.map(({ id, content, reason }) => (
            <li className="moment moment--left" key={id}>
              <p dir="auto">{content}</p>
              <small>{reason}</small>
            </li>
          ))}
        </ul>
        {rows.length > 0 && (
          <p className="hint">
            {about.cost !== null && <span>{about.cost} </span>}
            <span>Times are in {cityTime(about.city)}. </span>
            <span>{about.rule ?? "Random times within each account’s posting hours."} </span>
            <Link className="link" to={about.hoursHref}>
              Posting hours
            </Link>
          </p>
        )}
      </DialogBody>
      <IntentForm id={formId} intent={planIntent} fields={{ do: "schedule", days: about.days }} preventScrollReset>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          {rows.length > 0 && (
            <Submit variant="primary" icon="calendar-clock">
              Schedule
            </Submit>
          )}
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

const titleOf = (count: number): string => {
  if (count === 0) return "Schedule all";
  return count === 1 ? "Schedule 1 tweet" : `Schedule ${count} tweets`;
};

function Row({ row }: { row: PlanRow }) {
  return (
    <label className="moment">
      <input className="tick" type="checkbox" name="plan" value={row.value} form={formId} defaultChecked />
      <span className="moment__words" dir="auto">
        {row.content}
      </span>
      <small>
        <time dateTime={row.iso}>
          <b>{row.day}</b>, {row.time}
        </time>{" "}
        <span>@{row.username}</span> {row.price && <span className={row.dear ? "dear" : undefined}>{row.price}</span>}
      </small>
    </label>
  );
}

function Span({ plan: { days, maxDays }, address }: { plan: PlanView; address: string }) {
  const { hrefWith } = useHrefWith();
  const [path, search] = address.split("?");
  const rest = [...new URLSearchParams(search)].filter(([name]) => name !== "schedule");
  return (
    <div className="row row--spread">
      <Tabs
        label="Spread over"
        items={spans.map(({ days: to, label }) => ({
          label,
          to: hrefWith({ schedule: String(to) }),
          current: to === days,
        }))}
      />
      <Form className="moments__days" action={path} preventScrollReset>
        {rest.map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        <Field
          label="Days"
          name="schedule"
          type="number"
          min={1}
          max={maxDays}
          value={String(days)}
          inputMode="numeric"
          key={days}
        />
        <Button size="small">Show</Button>
      </Form>
    </div>
  );
}
