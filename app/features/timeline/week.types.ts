// Types of the week grid: seven days of eight two-hour slots, and the night.
export type TaskStatus = "pending" | "scheduled" | "publishing" | "published" | "failed";

export interface WeekTask {
  id: number;
  status: TaskStatus;
  preview: string;
  /** published_at or scheduled_time, ms. */
  at: number;
  time: string;
}

export interface WeekSlot {
  count: number;
  /** At most `maxInSlot`. Ordered: failed, publishing, scheduled, published; then by time. */
  tasks: WeekTask[];
}

export interface WeekDay {
  date: string;
  weekday: string;
  day: number;
  isToday: boolean;
  isPast: boolean;
  /** First hour whose slot isn't past; 24 if all are. */
  openFrom: number;
  slots: WeekSlot[];
  night: WeekSlot;
}

export interface Week {
  offset: number;
  rangeLabel: string;
  days: WeekDay[];
  counts: Record<Exclude<TaskStatus, "pending">, number>;
  /** Position of the current-time line; null outside the week's slots. */
  now: { date: string; hour: number; fraction: number } | null;
  hasNight: boolean;
}
