// Actions of the plan's form: `do` names whether to carry it out or take it back.
import { type ScheduleResult, scheduleAll, unscheduleAll } from "~/features/scheduling/scheduling.server";
import { inSentence } from "~/features/tweets/tweet";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { momentLabel } from "~/ground/time/zone";
import {
  type Actions,
  type FormAction,
  type FormAnswer,
  field,
  requirePerson,
} from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { planIntents } from "~/screens/forms/intents";
import { planIntent } from "./plan-intent";
import { fromPlacedField, fromPlanField, toPlacedField } from "./plan-field.server";

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

const operations: Record<string, (formAction: FormAction, userId: string) => Promise<FormAnswer>> = {
  async schedule(formAction, userId) {
    const sent = formAction.form.getAll("plan").map((value) => fromPlanField(String(value)));
    const wanted = sent.filter((tweet) => tweet !== null);
    if (wanted.length === 0 || wanted.length < sent.length) throw new AppError("invalid", "Select at least one tweet.");
    const result = await scheduleAll(formAction.app, { userId, wanted, days: Number(field(formAction, "days")) });
    if (result.scheduled.length === 0) throw new AppError("changed", `Nothing was scheduled. ${skippedText(result)}`);
    return {
      to: hrefWith(formAction.url, { schedule: null, chosen: null, all: null }),
      message: toldOf(formAction, result),
      undo: { intent: planIntent, fields: { do: "undo", placed: toPlacedField(result.scheduled) } },
    };
  },
  async undo(formAction, userId) {
    const placed = fromPlacedField(field(formAction, "placed"));
    const count = await unscheduleAll(formAction.app, { userId, placed });
    // A message, not an error: no part of the page shows an error of the toast's Undo.
    if (count === 0) return { message: "Nothing to undo: the tweets have changed since." };
    const others = count === placed.length ? "" : ". The others have changed since.";
    return { message: `${tweets(count)} unscheduled${others}` };
  },
};

function toldOf(formAction: FormAction, result: ScheduleResult): string {
  const { timezone } = requirePerson(formAction).user;
  const now = formAction.app.clock.now();
  const when = (at: number) => inSentence(momentLabel(at, timezone, now));
  const moments = result.scheduled.map(({ at }) => at);
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  const span = moments.length === 1 ? `for ${when(first)}` : `from ${when(first)} to ${when(last)}`;
  const rescheduledText =
    result.rescheduled > 0 && `${tweets(result.rescheduled)} moved to another time because the planned time was taken.`;
  return [`${tweets(moments.length)} scheduled ${span}.`, rescheduledText, skippedText(result)]
    .filter(Boolean)
    .join(" ");
}

/** The message is stored in a cookie, so it names only a few reasons. */
const maxReasons = 3;

function skippedText({ refused }: ScheduleResult): string {
  const counts = new Map<string, number>();
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const told = [...counts].slice(0, maxReasons);
  const reasons = told.map(([reason, count]) => `${tweets(count)} skipped: ${reason.replace(/\.?$/, ".")}`);
  const rest = refused.length - told.reduce((sum, [, count]) => sum + count, 0);
  return [...reasons, rest > 0 && `${tweets(rest)} skipped for other reasons.`].filter(Boolean).join(" ");
}

export const planActions: Actions<typeof planIntents> = {
  async "schedule-all"(formAction) {
    const { user } = requirePerson(formAction);
    const operation = field(formAction, "do");
    const run = Object.hasOwn(operations, operation) && operations[operation];
    if (!run) throw new AppError("invalid", formMessages.unknown);
    return run(formAction, user.id);
  },
};
