// Actions of the trash's form: `do` names the action, `tweetId` one or several tweets.
import {
  deletePermanently,
  moveToTrash,
  moveChosenToTrash,
  emptyTrash,
  restore,
  restoreChosen,
} from "~/features/ideas/ideas.server";
import { trashIntent } from "~/features/ideas/trash";
import { maxTweets } from "~/features/scheduling/plan-limits";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import {
  type Actions,
  type FormAction,
  type FormAnswer,
  field,
  requirePerson,
} from "~/screens/forms/form-action.server";
import { hrefWith } from "~/screens/forms/href-with";
import type { ideasIntents } from "~/screens/forms/intents";

/** Checkboxes send several fields; an Undo form sends one with commas. */
function chosenOf({ form }: FormAction): number[] {
  const ids = form
    .getAll("tweetId")
    .flatMap((value) => String(value).split(","))
    .filter(Boolean)
    .map(Number);
  if (ids.some((id) => !Number.isSafeInteger(id))) throw new AppError("not_found", "Tweet not found.");
  return ids;
}

const tweets = (count: number): string => (count === 1 ? "1 tweet" : `${count} tweets`);

const undoBy = (operation: "discard" | "restore", tweetIds: readonly number[]): Pick<FormAnswer, "undo"> => ({
  undo: { intent: trashIntent, fields: { do: operation, tweetId: tweetIds.join(",") } },
});

function back({ url }: FormAction): Pick<FormAnswer, "to"> {
  const opens = ["tweet", "edit", "ask", "all"].filter((name) => url.searchParams.has(name));
  return opens.length === 0 ? {} : { to: hrefWith(url, Object.fromEntries(opens.map((name) => [name, null]))) };
}

const operations: Record<string, (formAction: FormAction, userId: string, tweetIds: number[]) => Promise<FormAnswer>> =
  {
    async discard(formAction, userId, tweetIds) {
      const [tweetId = 0] = tweetIds;
      if (tweetIds.length === 1) {
        await moveToTrash(formAction.app, { userId, tweetId });
        return { ...back(formAction), message: "Moved to Trash", ...undoBy("restore", tweetIds) };
      }
      const { discarded, kept } = await moveChosenToTrash(formAction.app, { userId, tweetIds });
      const rest = kept === 0 ? "" : `. ${kept} couldn’t be moved: scheduled, posting, posted or awaiting approval.`;
      const undo = discarded.length === 0 ? {} : undoBy("restore", discarded);
      return { ...back(formAction), message: `${tweets(discarded.length)} moved to Trash${rest}`, ...undo };
    },
    async restore(formAction, userId, tweetIds) {
      const [tweetId = 0] = tweetIds;
      if (tweetIds.length === 1) await restore(formAction.app, { userId, tweetId });
      else await restoreChosen(formAction.app, { userId, tweetIds });
      return { ...back(formAction), message: "Restored", ...undoBy("discard", tweetIds) };
    },
    async delete(formAction, userId, [tweetId = 0]) {
      await deletePermanently(formAction.app, { userId, tweetId });
      return { ...back(formAction), message: "Deleted permanently" };
    },
    schedule({ url }, _, tweetIds) {
      if (tweetIds.length === 0) throw new AppError("invalid", "Select at least one draft.");
      if (tweetIds.length > maxTweets) throw new AppError("invalid", `Select up to ${maxTweets} drafts at a time.`);
      return Promise.resolve({ to: hrefWith(url, { schedule: "7", chosen: tweetIds.join(",") }), message: null });
    },
    async empty(formAction, userId) {
      const count = await emptyTrash(formAction.app, userId);
      return { ...back(formAction), message: `${tweets(count)} deleted permanently` };
    },
  };

export const ideasActions: Actions<typeof ideasIntents> = {
  async ideas(formAction) {
    const { user } = requirePerson(formAction);
    const operation = field(formAction, "do");
    const run = Object.hasOwn(operations, operation) && operations[operation];
    if (!run) throw new AppError("invalid", formMessages.unknown);
    return run(formAction, user.id, chosenOf(formAction));
  },
};
