// Actions of /settings/hours: save the hours, or reschedule tweets that are outside them.
import { readTyped, toOwnHours } from "~/features/accounts/typed-hours";
import { rescheduleOutsideHours, listOutsideHours, saveHours } from "~/features/scheduling/scheduling.server";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import {
  type Actions,
  field,
  type FormAction,
  type FormAnswer,
  requirePerson,
} from "~/screens/forms/form-action.server";
import type { hoursIntents } from "~/screens/forms/intents";
import { typedOf } from "~/screens/forms/typed";

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

async function save({ app, form }: FormAction, userId: string, account: string): Promise<FormAnswer> {
  await saveHours(app, { userId, account, hours: toOwnHours(readTyped(typedOf(form))) });
  const { length } = await listOutsideHours(app, userId, account);
  const outside =
    length === 0 ? "" : ` ${length === 1 ? "1 scheduled tweet is" : `${length} scheduled tweets are`} outside them.`;
  return { message: `Hours saved.${outside}` };
}

async function draw(formAction: FormAction, userId: string, account: string): Promise<FormAnswer> {
  const { app, form } = formAction;
  const only = field(formAction, "only");
  const chosen = (only ? [only] : form.getAll("tweetId")).map(Number);
  if (chosen.length === 0) throw new AppError("invalid", "Select at least one tweet.");
  const count = await rescheduleOutsideHours(app, userId, account, chosen);
  const rest = chosen.length - count;
  const stays =
    rest === 0 ? "" : ` ${tweets(rest)} not moved: already within these hours, or no free time in the next 14 days.`;
  return { message: `${tweets(count)} rescheduled.${stays}` };
}

export const hoursActions: Actions<typeof hoursIntents> = {
  async "keep-hours"(formAction) {
    const { user } = requirePerson(formAction);
    const account = field(formAction, "account");
    switch (field(formAction, "do")) {
      case "save":
        return save(formAction, user.id, account);
      case "draw":
        return draw(formAction, user.id, account);
    }
    throw new AppError("invalid", formMessages.unknown);
  },
};
