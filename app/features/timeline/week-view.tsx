// The timeline as the two screens show it: bar and grid in one frame, or the month to come.
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
  /** Its history is being read anew. */
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
        // Another week begins at its own place, not where the last one was scrolled to.
        <WeekGrid key={week.rangeLabel} week={week} compact={compact} {...links} />
      ) : (
        <Month weekHref={viewHref("week")} />
      )}
    </div>
  );
}
