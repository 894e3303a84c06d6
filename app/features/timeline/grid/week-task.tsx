// Renders a slot: empty, one task, or a stack that links to the list.
import { Glyph, statusWords } from "~/ui/page/badge";
import { Icon } from "~/ui/icons/icon";
import { classNames } from "~/ui/class-names";
import type { WeekSlot, WeekTask } from "../week.types";
import type { OnMove } from "./drag.client";

export interface SlotLinks {
  taskHref(id: number): string;
  slotHref(key: string): string;
  writeHref?: (key: string) => string;
  onMove?: OnMove;
}

interface SlotProps extends SlotLinks {
  slot: WeekSlot;
  slotKey: string;
  isPast?: boolean;
  open?: { label: string; first: boolean } | null;
  compact?: boolean;
  /** Progress through the slot, 0 to 1; null if it isn't now. */
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
        // Only one per day is a tab stop; arrow keys reach the others.
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
