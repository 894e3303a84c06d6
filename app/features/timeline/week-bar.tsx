// Above the week: Today, the arrows, which days these are, Week or Month; and the counts that are the grid's legend.
import { Glyph, statusWords } from "~/ui/page/badge";
import { ButtonLink, IconLink } from "~/ui/form/button";
import { Tabs } from "~/ui/page/tabs";
import type { Week } from "./week.types";

export interface WeekLinks {
  /** 0 is the current week. */
  weekHref(offset: number): string;
  viewHref(view: "week" | "month"): string;
}

interface WeekBarProps extends WeekLinks {
  offset: number;
  rangeLabel: string;
  view: "week" | "month";
}

export function WeekBar({ offset, rangeLabel, view, weekHref, viewHref }: WeekBarProps) {
  return (
    <div className="week__bar">
      <ButtonLink size="small" to={weekHref(0)} preventScrollReset>
        Today
      </ButtonLink>
      <span className="week__arrows">
        <IconLink label="Previous week" icon="chevron-left" small to={weekHref(offset - 1)} preventScrollReset />
        <IconLink label="Next week" icon="chevron-right" small to={weekHref(offset + 1)} preventScrollReset />
      </span>
      <p className="week__range" aria-live="polite">
        {rangeLabel}
      </p>
      <Tabs
        label="View"
        items={[
          { label: "Week", to: viewHref("week"), current: view === "week" },
          { label: "Month", to: viewHref("month"), current: view === "month" },
        ]}
      />
    </div>
  );
}

const legend = ["published", "scheduled", "publishing", "failed"] as const;

export function Legend({ counts }: { counts: Week["counts"] }) {
  return (
    <ul className="legend" aria-label="The week by status">
      {legend.map((status) => (
        <li key={status}>
          <Glyph status={status} />
          <span>
            <b>{counts[status]}</b> {statusWords[status]}
          </span>
        </li>
      ))}
    </ul>
  );
}
