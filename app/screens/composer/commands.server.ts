// Does what each button of the composer says.
import type { App } from "~/app.server";
import {
  compose,
  composeNow,
  type ComposeRequest,
  findMade,
  type When,
} from "~/features/scheduling/compose/compose.server";
import { undoFor } from "~/features/publishing/rules/undo";
import { isFixed, maxParts } from "~/features/threads/thread";
import { seenOf, split } from "~/features/threads/threads.server";
import { parseSlot, slotKey } from "~/features/timeline/slot";
import { inSentence, undoPostIntent, unscheduleIntent } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { AppError, isAppError } from "~/ground/errors";
import { instantOf, momentLabel } from "~/ground/time/zone";
import type { Undo } from "~/ui/messages/form-message";
import { type Command, changeParts, type ComposerForm, filledParts, putSplit, type Save, saves } from "./form";
import { aroundOf, findSubject } from "./load.server";
import { formOf, type Subject, unsaved } from "./to-view.server";
import { writeHref } from "./write-href";

/** Saved: leave the page. */
export interface Left {
  to: string;
  message: string;
  undo?: Undo;
}

/** The form goes on. */
export interface Stays {
  form: ComposerForm;
  error: string | null;
  message: string | null;
  /** Whether its parts are others than those that were sent. */
  isOther?: boolean;
  /** Whether its text is stored on the server. */
  isSaved?: boolean;
  /** The tweet's text, where it changed since it was opened. */
  current?: string;
  /** Whether the form was saved before, so that its text may be another tweet's. */
  canBeNew?: boolean;
}

interface Composing {
  app: App;
  user: Pick<User, "id" | "timezone">;
  form: ComposerForm;
}

export async function runCommand(composing: Composing, command: Command): Promise<Left | Stays> {
  const save = saves.find((name) => name === command.do);
  if (save) return saved(composing, save);
  const { app, user, form } = composing;
  const subject = form.tweetId === null ? null : await findSubject(app, user.id, form.tweetId);
  const stays = { form, error: null, message: null };
  if (command.do === "make-new") return { ...stays, form: { ...form, ...unsaved() }, message: newText };
  if (command.do === "keep-mine") return { ...stays, form: { ...form, ...seenIn(subject) } };
  if (command.do === "use-current")
    return subject
      ? openCurrent(composing, subject)
      : { ...stays, error: "This tweet no longer exists.", canBeNew: true };
  if (command.do === "split") return splitPart(form, command.part);
  const fixed = partsOf(subject).filter(isFixed).length;
  return {
    ...stays,
    form: { ...form, parts: changeParts(form.parts, command, fixed) },
    isOther: command.do !== "count",
  };
}

const newText = "This is a new tweet now. Save or schedule it.";

const partsOf = (subject: Subject | null) => (subject ? (subject.thread?.parts ?? [subject.tweet]) : []);

const seenIn = (subject: Subject | null): Pick<ComposerForm, "seen" | "wasScheduled"> => ({
  seen: subject && seenOf(partsOf(subject)),
  wasScheduled: subject?.tweet.state === "scheduled",
});

function openCurrent({ app, user, form }: Composing, subject: Subject): Stays {
  const viewer = { accounts: [], now: app.clock.now(), timeZone: user.timezone };
  const current = formOf(subject, form.back, aroundOf(app, viewer), user.id);
  return { form: { ...current, account: form.account }, error: null, message: null, isOther: true, isSaved: true };
}

function splitPart(form: ComposerForm, at: number): Stays {
  const made = split(form.parts[at]?.text ?? "", { numbered: false });
  if (!made.ok) return { form, error: made.message, message: null };
  if (made.parts.length < 2) return { form, error: null, message: "This already fits in one tweet." };
  const count = form.parts.length - 1 + made.parts.length;
  if (count > maxParts) return { form, error: tooManyParts(count), message: null };
  const parts = putSplit(form.parts, at, made.parts);
  return { form: { ...form, parts }, error: null, message: `Split into ${made.parts.length} parts.`, isOther: true };
}

const tooManyParts = (count: number) =>
  `Nothing was split. A thread has at most ${maxParts} parts, and this would be ${count}.`;

async function saved(composing: Composing, save: Save): Promise<Left | Stays> {
  const { app, user, form } = composing;
  try {
    const request = requestOf(composing);
    if (save === "now") return await posted(composing, request);
    const { tweetId, place } = await compose(app, { ...request, when: whenOf(composing, save) });
    if (save === "add-images")
      return { to: writeHref({ tweet: tweetId, back: form.back }), message: "Saved. Now add images." };
    if (!place)
      return { to: form.back, message: form.wasScheduled ? "Unscheduled. The text is a draft." : "Draft saved" };
    const time = timeText(app, user, place.executeAt);
    const verb = form.time === "keep" ? "Saved. Still scheduled" : "Scheduled";
    return { to: form.back, message: `${verb} for ${time}`, undo: { intent: unscheduleIntent, fields: { tweetId } } };
  } catch (error) {
    if (!isAppError(error) || error.code !== "changed") throw error;
    const tweetId = form.tweetId ?? (await findMade(app, user.id, form.once));
    if (tweetId === null) throw error;
    const subject = await findSubject(app, user.id, tweetId);
    const current = partsOf(subject)
      .map(({ content }) => content)
      .join("\n\n");
    // The form's own text as the one that was seen: whichever button comes next has to choose.
    const seen = seenOf(filledParts(form.parts).map(({ text: content }) => ({ content })));
    const stays = { error: error.message, message: null, current };
    if (form.tweetId !== null) return { ...stays, form };
    return { ...stays, form: { ...form, ...unsaved(), tweetId, seen }, canBeNew: true };
  }
}

function requestOf({ user, form }: Composing): Omit<ComposeRequest, "when"> {
  const parts = filledParts(form.parts).map(({ text: content, images: pictures }) => ({ content, pictures }));
  if (parts.length === 0) throw new AppError("invalid", "Write something first.");
  return {
    userId: user.id,
    tweetId: form.tweetId,
    parts,
    account: form.account,
    seen: form.seen === null ? null : { parts: form.seen, isScheduled: form.wasScheduled },
    once: form.once || null,
    isAnswerLost: form.isAnswerLost,
  };
}

function whenOf({ user, form }: Composing, save: Exclude<Save, "now">): When {
  if (save === "draft") return { choice: "draft" };
  // The time stays; a draft stays one.
  if (save === "add-images") return { choice: form.time === "keep" || form.wasScheduled ? "keep" : "draft" };
  switch (form.time) {
    case null:
      throw new AppError("invalid", "Choose a time.");
    case "keep":
      return { choice: "keep" };
    case "random":
      return { choice: "random", timeZone: null };
    case "exact": {
      const executeAt = instantOf(form.moment, user.timezone);
      if (executeAt === null) throw new AppError("invalid", "Choose a date and a time.");
      return { choice: "exact", executeAt };
    }
    case "slot": {
      const slot = parseSlot(slotKey(form.day, Number(form.slot)));
      if (!slot) throw new AppError("invalid", "Choose a day and a time slot.");
      return { choice: "slot", ...slot, anyway: save === "schedule-anyway" };
    }
  }
}

/** A refusal leaves a draft, and the form goes on with it. */
async function posted({ app, user, form }: Composing, request: Omit<ComposeRequest, "when">): Promise<Left | Stays> {
  const { tweetId, outcome, offersUndo } = await composeNow(app, request);
  switch (outcome.kind) {
    case "soon": {
      const undo = { intent: undoPostIntent, fields: { tweetId }, lastsMs: undoFor } as const;
      return { to: form.back, message: "Posting in 5 seconds", undo };
    }
    case "posted": {
      const offer = offersUndo ? " Want 5 seconds to undo? Turn them on in Settings." : "";
      return { to: form.back, message: `${postedText(app, user, outcome.tweet)}${offer}` };
    }
    case "refused": {
      const subject = await findSubject(app, user.id, tweetId);
      const left = { ...form, tweetId, ...seenIn(subject) };
      return { form: left, error: outcome.error.message, message: null, isSaved: true };
    }
  }
}

function postedText(app: App, user: Composing["user"], tweet: Subject["tweet"]): string {
  if (tweet.publishedAt === null) return "Posting…";
  if (tweet.part) return "Part 1 is posted. The rest will follow.";
  return `Posted ${timeText(app, user, tweet.publishedAt)}.`;
}

const timeText = ({ clock }: App, { timezone }: Composing["user"], at: number): string =>
  inSentence(momentLabel(at, timezone, clock.now()));
