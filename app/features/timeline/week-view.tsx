// Renders the week's bar and grid, or the month.
import { classNames } from "~/ui/class-names";
import { lazyPart } from "~/ui/lazy-part";
import { WeekBar, type WeekLinks } from "./week-bar";
import { WeekGrid } from "./grid/week-grid";
import type { SlotLinks } from "./grid/week-task";
import type { Week } from "./week.types";

const Month = lazyPart("month", () => import("./month"));

interface WeekViewProps extends WeekLinks, SlotLinks {
  week: Week;
  view: "week" | "month";
  compact?: boolean;
  loading?: boolean;
}

export function WeekView({ week, view, compact, loading, weekHref, viewHref, ...links }: WeekViewProps) {
  return (
    <div className={classNames("week", compact && "week--compact")} aria-busy={loading || undefined}>
      {loading && <p className="week__loading">Loading timeline data...</p>}
      <WeekBar
        offset={week.offset}
        rangeLabel={week.rangeLabel}
        view={view}
        compact={compact}
        weekHref={weekHref}
        viewHref={viewHref}
      />
      {view === "week" ? (
        // A new key resets the scroll position for another week.
        <WeekGrid key={week.rangeLabel} week={week} compact={compact} {...links} />
      ) : (
        <Month weekHref={viewHref("week")} />
      )}
    </div>
  );
}
