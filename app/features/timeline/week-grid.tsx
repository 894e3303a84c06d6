// The week as a table: seven days by eight two-hour slots, the light of the day on its rail, the night in one strip.
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";
import { useFollow } from "~/ui/use-follow";
import { slotKey } from "./slot";
import { WeekScroller } from "./week-scroller";
import { Slot, type SlotLinks } from "./week-task";
import type { Week, WeekDay, WeekSlot } from "./week.types";

interface WeekGridProps extends SlotLinks {
  week: Week;
  /** Half as high, for the page of a fresh batch. */
  compact?: boolean;
}

/** Four parts of the day, two slots each; `hour` is where the part begins. */
const parts = [
  { name: "Morning", className: "part-morning", icon: "sunrise", hour: 7 },
  { name: "Noon", className: "part-noon", icon: "sun", hour: 11 },
  { name: "Afternoon", className: "part-afternoon", icon: "sun-dim", hour: 15 },
  { name: "Evening", className: "part-evening", icon: "sunset", hour: 19 },
] as const;

export function WeekGrid({ week, compact, ...links }: WeekGridProps) {
  return (
    <WeekScroller label={`Week of ${week.rangeLabel}`}>
      <table className="grid" onClick={useFollow({ preventScrollReset: true })}>
        <caption className="visually-hidden">Tweets by day and two-hour slot</caption>
        <colgroup>
          <col className="part" />
          <col className="time" />
          <col span={7} />
        </colgroup>
        <thead>
          <tr>
            <th className="grid__corner" colSpan={2} scope="col">
              <span className="visually-hidden">Time</span>
            </th>
            {week.days.map((day) => (
              <DayHead key={day.date} day={day} />
            ))}
          </tr>
        </thead>
        {parts.map((part, index) => (
          <tbody className={part.className} key={part.name}>
            {[0, 1].map((row) => {
              const hour = part.hour + row * 2;
              return (
                <tr key={hour}>
                  {row === 0 && (
                    <th className="grid__part" scope="rowgroup" rowSpan={2}>
                      <span>
                        {!compact && <Icon of={part.icon} />}
                        {part.name}
                      </span>
                    </th>
                  )}
                  <TimeHead hour={hour} />
                  <Cells
                    week={week}
                    compact={compact}
                    {...links}
                    slotOf={(day) => day.slots[index * 2 + row]}
                    hour={hour}
                  />
                </tr>
              );
            })}
          </tbody>
        ))}
        {week.hasNight && <Night week={week} {...links} />}
      </table>
    </WeekScroller>
  );
}

function DayHead({ day }: { day: WeekDay }) {
  return (
    <th scope="col" className={day.isToday ? "is-today" : undefined} aria-current={day.isToday ? "date" : undefined}>
      <span className="grid__day">
        {day.weekday} <b>{day.day}</b>
      </span>
    </th>
  );
}

function TimeHead({ hour }: { hour: number }) {
  return (
    <th className="grid__time" scope="row">
      {clock(hour)}
      <span className="visually-hidden"> to {clock(hour + 2)}</span>
    </th>
  );
}

function Night({ week, ...links }: { week: Week } & SlotLinks) {
  return (
    <tbody>
      <tr className="night">
        <th className="grid__night" colSpan={2} scope="row">
          <span>
            <Icon of="moon-star" />
            Night
          </span>
          <small>23–07</small>
        </th>
        <Cells week={week} compact {...links} slotOf={(day) => day.night} hour={23} />
      </tr>
    </tbody>
  );
}

interface CellsProps extends WeekGridProps {
  slotOf(day: WeekDay): WeekSlot | undefined;
  hour: number;
}

/** One row of slots, a day each. */
function Cells({ week, compact, slotOf, hour, ...links }: CellsProps) {
  return week.days.map((day) => {
    const slot = slotOf(day);
    const isNow = week.now?.date === day.date && week.now.hour === hour;
    return (
      <td key={day.date} className={classNames(day.isToday && "is-today", day.isPast && "is-past") || undefined}>
        {slot && (
          <Slot
            slot={slot}
            slotKey={slotKey(day.date, hour)}
            compact={compact}
            now={isNow ? (week.now?.fraction ?? null) : null}
            {...links}
          />
        )}
      </td>
    );
  });
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
