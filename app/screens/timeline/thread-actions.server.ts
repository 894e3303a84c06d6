// Actions of a thread's forms: create it from one long text, continue, stop, leave, delete.
import { changeThread, continueThread, stopThread, writeThread } from "~/features/publishing/publishing.server";
import { deletePost } from "~/features/deletions/deletions.server";
import { postIdIn } from "~/features/publishing/rules/post-address";
import { maxParts, split } from "~/features/threads/threads.server";
import { isPostable } from "~/features/tweets/text.server";
import { asTyped } from "~/features/tweets/tweet";
import { AppError } from "~/ground/errors";
import { type FormAction, type FormAnswer, field } from "~/screens/forms/form-action.server";
import { typedOf } from "~/screens/forms/typed";
import { hrefWith } from "~/screens/forms/href-with";

export async function wroteThread(
  { app, url }: FormAction,
  { userId, content, account }: { userId: string; content: string; account: string | null },
): Promise<FormAnswer> {
  const parts = partsOf(content);
  if (parts.length < 2) throw new AppError("invalid", "This fits in one tweet. Save it as it is.");
  const { id } = await writeThread(app, { userId, parts, account });
  return {
    to: hrefWith(url, { write: null, edit: null, tweet: String(id) }),
    message: `Saved as a thread of ${parts.length}. Now pick a time.`,
    isShown: true,
  };
}

/** Swaps two fields without a script; saves nothing and returns the form. */
function movedIn(form: FormData): FormAnswer | null {
  const [, no, way] = /^(\d{1,2}):(up|down)$/.exec(String(form.get("move") ?? "")) ?? [];
  if (no === undefined) return null;
  const [from, to] = [Number(no), Number(no) + (way === "up" ? -1 : 1)];
  const values = typedOf(form);
  const [one = "", other = ""] = [values[`part_${from}`], values[`part_${to}`]];
  const message = `Part ${from} is now part ${to}. Save to keep it.`;
  return { values: { ...values, [`part_${from}`]: other, [`part_${to}`]: one }, message };
}

/** Splits each text that is too long for a tweet; saves nothing and returns the form. */
function splitIn(form: FormData): FormAnswer | null {
  if (!form.has("split")) return null;
  const before = partsIn(form);
  const after = before.flatMap((words) => (isPostable(words).ok ? [words] : partsOf(words)));
  if (after.length === before.length) return { values: typedOf(form), message: "Each part already fits in a tweet." };
  if (after.length > maxParts)
    throw new AppError("invalid", `This would make ${after.length} parts. A thread can have up to ${maxParts}.`);
  const fields = Array.from({ length: maxParts }, (_, n) => [`part_${n + 1}`, after[n] ?? ""] as const);
  const values = Object.fromEntries(fields.filter(([name, words]) => words !== "" || form.has(name)));
  return {
    values: { ...typedOf(form), ...values },
    message: `Split into ${after.length} parts. Save to keep them.`,
  };
}

function partsOf(words: string): string[] {
  const made = split(words, { numbered: false });
  if (!made.ok) throw new AppError("invalid", made.message);
  return made.parts;
}

const fieldsIn = (form: FormData): { content: string; place: number }[] =>
  Array.from({ length: maxParts }, (_, place) => ({
    content: asTyped(String(form.get(`part_${place + 1}`) ?? "")),
    place,
  })).filter(({ content }) => content.trim() !== "");

const partsIn = (form: FormData): string[] => fieldsIn(form).map(({ content }) => content);

export async function changedThread(
  { app, form, url }: FormAction,
  { userId, tweetId }: { userId: string; tweetId: number },
): Promise<FormAnswer> {
  const unsaved = movedIn(form) ?? splitIn(form);
  if (unsaved) return unsaved;
  await changeThread(app, { userId, tweetId, parts: fieldsIn(form), seen: String(form.get("seen") ?? "") });
  return { to: hrefWith(url, { edit: null }), message: "Thread saved" };
}

export async function updateThread(
  formAction: FormAction,
  { userId, tweetId }: { userId: string; tweetId: number },
): Promise<FormAnswer> {
  const ask = { userId, tweetId };
  const { app } = formAction;
  if (field(formAction, "leave") !== "") {
    await stopThread(app, { ...ask, seen: "stopped" });
    return { message: "Thread ended" };
  }
  switch (field(formAction, "do")) {
    case "continue":
      await continueThread(app, { ...ask, postId: postIdOf(formAction) });
      return { message: "Thread resumed" };
    case "stop":
      await stopThread(app, { ...ask, seen: "going" });
      return { message: "Thread stopped. No more parts will post." };
    default:
      throw new AppError("invalid", "Choose what to do with the thread.");
  }
}

export async function deletedPost(
  { app, form, url }: FormAction,
  { userId, tweetId }: { userId: string; tweetId: number },
): Promise<FormAnswer> {
  await deletePost(app, { userId, tweetId, seen: Number(form.get("posts")) });
  return { to: hrefWith(url, { delete: null }), message: "Deleting…" };
}

/** Null if no address was typed. Throws invalid. */
function postIdOf(formAction: FormAction): string | null {
  const typed = field(formAction, "address").trim();
  if (typed === "") return null;
  const id = postIdIn(typed);
  if (id === null) throw new AppError("invalid", "That isn’t a link to a post. Use one like x.com/you/status/123.");
  return id;
}
