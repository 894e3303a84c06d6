// Actions of /worked: `do` names whether to save the choices or to read one tweet now.
import { type Level, levels } from "~/features/results/result";
import { readAllInSandbox, readNow, saveResultSettings } from "~/features/results/results.server";
import { gone, levelNames, priceText, insightsIntent } from "~/features/results/page/words";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import {
  type Actions,
  field,
  type FormAction,
  type FormAnswer,
  requirePerson,
} from "~/screens/forms/form-action.server";
import type { insightsIntents } from "~/screens/forms/intents";

export const insightsActions: Actions<typeof insightsIntents> = {
  async [insightsIntent](formAction) {
    const { user } = requirePerson(formAction);
    switch (field(formAction, "do")) {
      case "save":
        return save(formAction, user.id);
      case "read":
        return read(formAction, user.id);
    }
    throw new AppError("invalid", formMessages.unknown);
  },
};

const savedWords: Record<Level, string> = {
  off: "Saved. Linnet won’t fetch metrics.",
  light: "Saved. Linnet fetches metrics after 24 hours and 7 days.",
  full: "Saved. Linnet fetches metrics 5 times per tweet.",
};

async function save(formAction: FormAction, userId: string): Promise<FormAnswer> {
  const level = levels.find((candidate) => candidate === field(formAction, "level"));
  if (!level)
    throw new AppError(
      "invalid",
      `Choose ${new Intl.ListFormat("en", { type: "disjunction" }).format(levels.map((name) => levelNames[name]))}.`,
    );
  const isOn = (name: string) => field(formAction, name) === "on";
  const saved = await saveResultSettings(formAction.app, userId, { level, learn: isOn("learn"), lean: isOn("lean") });
  if (saved.level !== "off") await readAllInSandbox(formAction.app, userId);
  return { message: savedWords[saved.level] };
}

async function read(formAction: FormAction, userId: string): Promise<FormAnswer> {
  const { app } = formAction;
  const raw = field(formAction, "tweetId");
  const tweetId = /^\d{1,15}$/.test(raw) ? Number(raw) : 0;
  const { chargedUsd, gone: isGone } = await readNow(app, { userId, tweetId });
  const cost = chargedUsd > 0 ? `${priceText(chargedUsd)} was charged.` : "Nothing was charged.";
  return { message: isGone ? `${gone}. This post’s metrics were deleted. ${cost}` : `Metrics refreshed. ${cost}` };
}
