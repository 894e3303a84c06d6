// Renders the week as a table: seven days of eight two-hour slots, and one row for the night.
import type { KeyboardEvent, PointerEvent } from "react";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";
import { addressIn, importScript } from "~/ui/import-script";
import { useFollow } from "~/ui/use-follow";
import { nightHour, slotHours, slotKey } from "../slot";
import type { OnMove } from "./drag.client";
import { WeekScroller } from "./week-scroller";
import { Slot, type SlotLinks } from "./week-task";
import type { Week, WeekDay, WeekSlot } from "../week.types";

interface WeekGridProps extends SlotLinks {
  week: Week;
  compact?: boolean;
}

const parts = [
  { name: "Morning", className: "part-morning", icon: "sunrise", hour: 7 },
  { name: "Noon", className: "part-noon", icon: "sun", hour: 11 },
  { name: "Afternoon", className: "part-afternoon", icon: "sun-dim", hour: 15 },
  { name: "Evening", className: "part-evening", icon: "sunset", hour: 19 },
] as const;

export function WeekGrid({ week, compact, ...links }: WeekGridProps) {
  return (
    <WeekScroller label={`Week of ${week.rangeLabel}`}>
      <table
        className="grid"
        onClick={useFollow({ preventScrollReset: true })}
        onKeyDown={walk}
        {...dragBy(links.onMove)}
      >
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
                        <span>{part.name}</span>
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
            isPast={hour < day.openFrom}
            open={openOf(day, hour)}
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

const drag = () => import("./drag.client");

/** Loads the drag code once a pointer is over a draggable task. */
function dragBy(onMove: OnMove | undefined) {
  if (!onMove) return {};
  const arm = ({ target, currentTarget: table }: PointerEvent<HTMLTableElement>) => {
    const task = target instanceof Element && target.closest<HTMLElement>("[data-tweet]");
    if (!task) return;
    const address = addressIn(drag);
    const script = address ? importScript<Awaited<ReturnType<typeof drag>>>(address) : drag();
    // Without the drag code, "Move…" still works.
    script.then(({ armTask }) => armTask(table, task, onMove)).catch(() => {});
  };
  return { onPointerOver: arm, onPointerDown: arm };
}

function openOf(day: WeekDay, hour: number): { label: string; first: boolean } | null {
  if (hour < day.openFrom || hour === nightHour) return null;
  const isEmpty = (at: number) =>
    at >= day.openFrom && day.slots[slotHours.findIndex((slotHour) => slotHour === at)]?.count === 0;
  const label = `Write a tweet for ${day.weekday} ${day.day}, ${clock(hour)} to ${clock(hour + 2)}`;
  return { label, first: slotHours.find(isEmpty) === hour };
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys move the focus to the next slot in their direction that has a link. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const [across = 0, down = 0] = steps[event.key] ?? [];
  const cell = event.target instanceof Element && event.target.closest("td");
  if (!cell || across === down || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")]);
  let y = rows.findIndex((row) => row.includes(cell));
  let x = rows[y]?.indexOf(cell) ?? 0;
  event.preventDefault();
  for (;;) {
    [x, y] = [x + across, y + down];
    const next = rows[y]?.[x];
    if (!next) return;
    const link = next.querySelector("a");
    if (link) return link.focus();
  }
}
