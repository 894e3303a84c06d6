// Actions of the refine forms: rewrite, one more like it, a batch again, or an old version.
import { refine, writeAgain } from "~/features/generation/generation.server";
import { refineIntent } from "~/features/generation/refining/refine-form";
import { wishSchema } from "~/features/generation/refining/schema.server";
import { writingWords } from "~/features/generation/refining/words";
import { restoreVersion } from "~/features/publishing/publishing.server";
import { listVersions } from "~/features/tweets/versions.server";
import { AppError } from "~/ground/errors";
import { validate } from "~/http/api/validate.server";
import { type FormAction, type FormAnswer, field, requirePerson } from "~/screens/forms/form-action.server";

export async function refineByForm(formAction: FormAction, tweetId: () => number): Promise<FormAnswer> {
  const { app } = formAction;
  const userId = requirePerson(formAction).user.id;
  const kind = field(formAction, "do");
  if (kind === "again") {
    await writeAgain(app, { userId, batchId: field(formAction, "batchId") });
    return { message: "Regenerating drafts…" };
  }
  if (kind === "restore") {
    const no = Number(field(formAction, "version"));
    if (!Number.isSafeInteger(no)) throw new AppError("not_found", "This version doesn’t exist.");
    await restoreVersion(app, { userId, tweetId: tweetId(), no, isKept: true });
    const [, before] = await listVersions(app, userId, tweetId());
    const fields = { do: "restore", tweetId: tweetId(), version: before?.no };
    return { message: "Earlier version restored", ...(before && { undo: { intent: refineIntent, fields } }) };
  }
  const wish = validate(wishSchema, { instruction: kind, words: field(formAction, "words") || undefined }, "form");
  await refine(app, { userId, tweetId: tweetId(), ...wish });
  return { message: writingWords[wish.instruction] };
}
