// What stands in a slot: nothing, one task, or several as one stack that opens the list. The grid follows the links.
import { Glyph, statusWords } from "~/ui/page/badge";
import { Icon } from "~/ui/icons/icon";
import { classNames } from "~/ui/class-names";
import type { WeekSlot, WeekTask } from "../week.types";
import type { OnMove } from "./drag.client";

export interface SlotLinks {
  taskHref(id: number): string;
  slotHref(key: string): string;
  /** Words for an empty slot; left out where there are none to be written. */
  writeHref?: (key: string) => string;
  /** Where a scheduled tweet can be dragged to another slot. */
  onMove?: OnMove;
}

interface SlotProps extends SlotLinks {
  slot: WeekSlot;
  slotKey: string;
  /** Of an empty slot that is still to come: its words, and whether it is its day's first such. */
  isPast?: boolean;
  open?: { label: string; first: boolean } | null;
  /** One line a task, without its time. */
  compact?: boolean;
  /** How far through the slot this minute is, 0 to 1; null outside it. */
  now: number | null;
}

export function Slot({ slot, slotKey, isPast, open, compact, now, taskHref, slotHref, writeHref, onMove }: SlotProps) {
  const first = slot.tasks[0];
  return (
    <div className="slot" data-slot={onMove && !isPast ? slotKey : undefined}>
      {first && slot.count === 1 && (
        <Task task={first} compact={compact} href={taskHref(first.id)} drags={Boolean(onMove)} />
      )}
      {slot.count > 1 && <Stack slot={slot} shown={compact ? 1 : 2} href={slotHref(slotKey)} />}
      {!first && open && writeHref && (
        // One a day is a stop of the tab key; arrows lead to the others.
        <a
          className="slot__write"
          href={writeHref(slotKey)}
          aria-label={open.label}
          tabIndex={open.first ? undefined : -1}
        >
          <Icon of="plus" />
        </a>
      )}
      {now !== null && <NowLine at={now} />}
    </div>
  );
}

interface TaskProps {
  task: WeekTask;
  compact?: boolean;
  href: string;
  drags: boolean;
}

function Task({ task, compact, href, drags }: TaskProps) {
  return (
    <a
      className={classNames("task", `task--${task.status}`, !compact && "task--tall")}
      href={href}
      data-tweet={drags && task.status === "scheduled" ? task.id : undefined}
    >
      <TaskGlyph task={task} />
      <span className="task__words" dir="auto">
        {task.preview}
      </span>
      {!compact && (
        <time className="task__at" dateTime={new Date(task.at).toISOString()}>
          {task.time}
        </time>
      )}
    </a>
  );
}

/** The most pressing ones and how many there are. */
function Stack({ slot, shown, href }: { slot: WeekSlot; shown: number; href: string }) {
  return (
    <a className="stack" href={href}>
      <span className="visually-hidden">{`${slot.count} tweets: `}</span>
      {slot.tasks.slice(0, shown).map((task) => (
        <span className="stack__row" key={task.id}>
          <TaskGlyph task={task} />
          <span className="task__words" dir="auto">
            {task.preview}
          </span>
        </span>
      ))}
      <span className="stack__count" aria-hidden="true">
        {slot.count}
      </span>
    </a>
  );
}

function TaskGlyph({ task }: { task: Pick<WeekTask, "status"> }) {
  return (
    <>
      <Glyph status={task.status} />
      <span className="visually-hidden">{statusWords[task.status]}: </span>
    </>
  );
}

function NowLine({ at }: { at: number }) {
  const y = `${Math.round(at * 100)}%`;
  return (
    <svg className="now" aria-hidden="true">
      <line x1="0" y1={y} x2="100%" y2={y} />
      <circle cx="0" cy={y} r="4" />
    </svg>
  );
}
