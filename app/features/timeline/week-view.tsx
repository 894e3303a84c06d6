// The timeline as the two screens show it: bar and grid in one frame, the month to come, and the fold above fresh tweets.
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/form/button";
import { classNames } from "~/ui/class-names";
import { Empty } from "~/ui/page/empty";
import { Icon } from "~/ui/icons/icon";
import { WeekBar, type WeekLinks } from "./week-bar";
import { WeekGrid } from "./week-grid";
import type { SlotLinks } from "./week-task";
import type { Week } from "./week.types";

interface WeekViewProps extends WeekLinks, SlotLinks {
  week: Week;
  view: "week" | "month";
  compact?: boolean;
  /** Its history is being read anew. */
  loading?: boolean;
}

export function WeekView({ week, view, compact, loading, weekHref, viewHref, taskHref, slotHref }: WeekViewProps) {
  return (
    <div className={classNames("week", compact && "week--compact")} aria-busy={loading || undefined}>
      {loading && <p className="week__loading">Loading timeline data...</p>}
      <WeekBar offset={week.offset} rangeLabel={week.rangeLabel} view={view} weekHref={weekHref} viewHref={viewHref} />
      {view === "week" ? (
        // Another week begins at its own place, not where the last one was scrolled to.
        <WeekGrid key={week.rangeLabel} week={week} compact={compact} taskHref={taskHref} slotHref={slotHref} />
      ) : (
        <Month weekHref={viewHref("week")} />
      )}
    </div>
  );
}

function Month({ weekHref }: { weekHref: string }) {
  return (
    <div className="week__month">
      <Empty
        title="Month view is coming soon"
        action={
          <ButtonLink to={weekHref} preventScrollReset>
            Back to the week
          </ButtonLink>
        }
      >
        Until then the arrows take you from week to week.
      </Empty>
    </div>
  );
}

const weekNames: Record<number, string> = { [-1]: "Last week", 0: "This week", 1: "Next week" };

/** Open at first; folded away it leaves the screen to the tweets. */
export function WeekFold({ week, aside, children }: { week: Week; aside: string; children: ReactNode }) {
  return (
    <details className="fold" open>
      <summary>
        <Icon of="chevron-right" />
        <h2>{weekNames[week.offset] ?? week.rangeLabel}</h2>
        <span className="hint">{aside}</span>
      </summary>
      {children}
    </details>
  );
}
