// Schedules, moves and unschedules tweets, singly or in batches, and manages posting hours.
export {
  rescheduleOutsideHours,
  type OutsideHoursTweet,
  type HoursView,
  listOutsideHours,
  readHours,
  saveHours,
} from "./hours.server";
export { type MoveRequest, moveToSlot } from "./move.server";
export { asksAboutZone, rescheduleAtNight, guessTimezone, listAtNight } from "./night.server";
export { asNamed, type NamedPost, type Preview, previewPost } from "./preview.server";
export {
  addToTimeline,
  dismiss,
  isInQuietHours,
  type Moment,
  type Place,
  scheduleAsShown,
  scheduleAt,
  unschedule,
} from "./schedule.server";
export {
  type ScheduleResult,
  type Plan,
  planAll,
  type PlannedTweet,
  scheduleAll,
  unscheduleAll,
  type Wanted,
} from "./schedule-all.server";
export { openPlan, sealPlan } from "./sealed-plan.server";
export { writeInSlot } from "./write-in-slot.server";
export { type FieldOfTweet, TweetsRefused, type WantedTweet, writeMany, type WrittenTweet } from "./write-many.server";
