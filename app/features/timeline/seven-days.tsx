// Renders the week in one line, a dot per tweet, as a link that shows or hides the grid.
import { statusWords } from "~/ui/page/badge";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import type { Week, WeekDay } from "./week.types";

const maxDots = 5;

const weekNames: Record<number, string> = { [-1]: "Last week", 0: "This week", 1: "Next week" };

interface SevenDaysProps {
  week: Week;
  aside: string;
  open: boolean;
  to: string;
}

export function SevenDays({ week, aside, open, to }: SevenDaysProps) {
  const name = weekNames[week.offset] ?? week.rangeLabel;
  return (
    <Link className="days" to={to} aria-expanded={open} preventScrollReset>
      <span className="visually-hidden">{`${name}: ${sums(week.counts)}. ${open ? "Hide" : "Show"} the week.`}</span>
      <span className="days__label" aria-hidden="true">
        <strong>{name}</strong>
        {aside}
      </span>
      <span className="days__list" aria-hidden="true">
        {week.days.map((day) => (
          <Day key={day.date} day={day} />
        ))}
      </span>
      <span className="days__open" aria-hidden="true">
        <span>{open ? "Hide" : "Show"}</span>
        <Icon of="chevron-right" />
      </span>
    </Link>
  );
}

function Day({ day }: { day: WeekDay }) {
  const slots = [...day.slots, day.night];
  const tasks = slots.flatMap((slot) => slot.tasks).sort((a, b) => a.at - b.at);
  const others = slots.reduce((sum, { count }) => sum + count, 0) - maxDots;
  return (
    <span className={classNames("day", day.isToday && "is-today", day.isPast && "is-past")}>
      <span className="day__name">
        {day.weekday.slice(0, 1)}
        <span>{day.weekday.slice(1)}</span> <b>{day.day}</b>
      </span>
      <span className="dots">
        {tasks.slice(0, maxDots).map(({ id, status }) => (
          <i key={id} className={`dot dot--${status}`} />
        ))}
        {others > 0 && <span>{`+${others}`}</span>}
      </span>
    </span>
  );
}

function sums(counts: Week["counts"]): string {
  const told = (["published", "scheduled", "publishing", "failed"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${statusWords[status].toLowerCase()}`);
  return told.join(", ") || "nothing yet";
}
