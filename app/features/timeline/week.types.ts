// What the week grid is made of: seven days of eight two-hour slots, and the night.
export type TaskStatus = "pending" | "scheduled" | "publishing" | "published" | "failed";

export interface WeekTask {
  id: number;
  status: TaskStatus;
  /** The first three words and an ellipsis. */
  preview: string;
  /** The moment that places it: published_at for an immediate one, scheduled_time for a scheduled one; ms. */
  at: number;
  /** Wall clock in the user's zone, "08:41". */
  time: string;
}

export interface WeekSlot {
  count: number;
  /** The first `maxInSlot` of them. Most pressing first: failed, publishing, scheduled, published; then by time. */
  tasks: WeekTask[];
}

export interface WeekDay {
  /** Local date, "2026-11-19". */
  date: string;
  /** "Mon" … "Sun" */
  weekday: string;
  day: number;
  isToday: boolean;
  isPast: boolean;
  /** The first hour whose slot has not passed; 24: they all have. */
  openFrom: number;
  /** 07:00 to 23:00 in eight slots of two hours. */
  slots: WeekSlot[];
  /** What went out before 07:00 or from 23:00 of this local date. */
  night: WeekSlot;
}

export interface Week {
  /** 0 is the current week. */
  offset: number;
  /** "Nov 16 ~ 22, 2026" */
  rangeLabel: string;
  days: WeekDay[];
  counts: Record<Exclude<TaskStatus, "pending">, number>;
  /** Where the line of this minute is drawn, when it falls into a slot of this week. */
  now: { date: string; hour: number; fraction: number } | null;
  hasNight: boolean;
}
