// Renders the week's bar: Today, arrows, date range, view tabs.
import { ButtonLink, IconLink } from "~/ui/form/button";
import { Tabs } from "~/ui/page/tabs";

export interface WeekLinks {
  weekHref(offset: number): string;
  viewHref(view: View): string;
}

export type View = "list" | "week" | "month";

interface WeekBarProps extends WeekLinks {
  offset: number;
  rangeLabel: string;
  view: View;
  compact?: boolean;
}

const viewNames = { list: "List", week: "Week", month: "Month" };

export function ViewTabs({ view, viewHref, compact }: Pick<WeekBarProps, "view" | "viewHref" | "compact">) {
  const views = (["list", "week", "month"] as const).slice(compact ? 1 : 0);
  return (
    <Tabs
      label="View"
      items={views.map((name) => ({ label: viewNames[name], to: viewHref(name), current: view === name }))}
    />
  );
}

export function WeekBar({ offset, rangeLabel, weekHref, ...views }: WeekBarProps) {
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
      <ViewTabs {...views} />
    </div>
  );
}
