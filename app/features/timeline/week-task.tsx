// What stands in a slot: nothing, one task, or several as one stack that opens the list. The grid follows the links.
import { Glyph, statusWords } from "~/ui/page/badge";
import { classNames } from "~/ui/class-names";
import type { WeekSlot, WeekTask } from "./week.types";

export interface SlotLinks {
  taskHref(id: number): string;
  slotHref(key: string): string;
}

interface SlotProps extends SlotLinks {
  slot: WeekSlot;
  slotKey: string;
  /** One line a task, without its time. */
  compact?: boolean;
  /** How far through the slot this minute is, 0 to 1; null outside it. */
  now: number | null;
}

export function Slot({ slot, slotKey, compact, now, taskHref, slotHref }: SlotProps) {
  const [first, ...others] = slot;
  return (
    <div className="slot">
      {first && others.length === 0 && <Task task={first} compact={compact} href={taskHref(first.id)} />}
      {others.length > 0 && <Stack tasks={slot} shown={compact ? 1 : 2} href={slotHref(slotKey)} />}
      {now !== null && <NowLine at={now} />}
    </div>
  );
}

function Task({ task, compact, href }: { task: WeekTask; compact?: boolean; href: string }) {
  return (
    <a className={classNames("task", `task--${task.status}`, !compact && "task--tall")} href={href}>
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
function Stack({ tasks, shown, href }: { tasks: WeekTask[]; shown: number; href: string }) {
  return (
    <a className="stack" href={href}>
      <span className="visually-hidden">{tasks.length} tweets: </span>
      {tasks.slice(0, shown).map((task) => (
        <span className="stack__row" key={task.id}>
          <TaskGlyph task={task} />
          <span className="task__words" dir="auto">
            {task.preview}
          </span>
        </span>
      ))}
      <span className="stack__count" aria-hidden="true">
        {tasks.length}
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
