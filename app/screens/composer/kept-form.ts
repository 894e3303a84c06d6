// Turns a composer's form into a draft for the browser, and a draft into a form. Pure.
import type { DraftContent } from "~/screens/browser/drafts/draft";
import { type ComposedText, type ComposerForm, emptyPart, isEmpty, times } from "./form";
import type { ComposerView } from "./to-view.server";

export const contentOf = ({
  parts,
  account,
  seen,
  wasScheduled,
  once,
  isAnswerLost,
  ...form
}: ComposerForm): DraftContent => ({
  parts: parts.map(({ text, images }) => ({
    text,
    images: images.map(({ mediaId, altText, madeWithAi }) => ({ mediaId, alt: altText, ai: madeWithAi })),
  })),
  once,
  ...(isAnswerLost && { isAnswerLost }),
  ...(account !== null && { account }),
  ...(form.time !== null && { when: { choice: form.time, day: form.day, slot: form.slot, moment: form.moment } }),
  ...(seen !== null && { before: seen, wasScheduled }),
});

type Choices = Pick<ComposerView, "accounts" | "slots" | "earliest" | "latest" | "scheduledFor" | "fixed">;

/** Whether the address chose it, so that a draft changes nothing of it. */
export interface Placed {
  account: boolean;
  time: boolean;
}

interface Restored {
  form: ComposerForm;
  /** Sentences about what could not be restored. */
  missing: string[];
}

/** `form`: the form as it was opened. An account or a time that is no longer a choice stays as in `form`. */
export function restoredOf(kept: DraftContent, form: ComposerForm, choices: Choices, placed: Placed): Restored {
  const missing: string[] = [];
  const hasAccount =
    placed.account || kept.account === undefined || choices.accounts.some(({ ref }) => ref === kept.account);
  if (!hasAccount) missing.push("The account you chose is no longer connected.");
  const time = placed.time ? null : timeOf(kept.when, form, choices);
  const isPast = kept.when !== undefined && kept.when.moment !== "" && !placed.time;
  if (isPast && !time) missing.push("The time you chose has passed. Choose another.");
  const restored: ComposerForm = {
    ...form,
    ...time,
    once: kept.once ?? form.once,
    isAnswerLost: kept.isAnswerLost ?? form.isAnswerLost,
    account: (hasAccount && !placed.account && kept.account) || form.account,
    // Posted parts are as they were posted.
    parts: partsOf(kept).map((part, n) => (n < choices.fixed ? (form.parts[n] ?? part) : part)),
    ...(kept.before !== undefined && { seen: kept.before, wasScheduled: kept.wasScheduled ?? form.wasScheduled }),
  };
  return { form: restored, missing };
}

type Time = Pick<ComposerForm, "time" | "day" | "slot" | "moment">;

function timeOf(kept: DraftContent["when"], form: ComposerForm, choices: Choices): Time | null {
  const time = times.find((choice) => choice === kept?.choice);
  if (!kept || !time) return null;
  const { days, parts } = choices.slots;
  const hasMoment = choices.earliest <= kept.moment && kept.moment <= choices.latest;
  const hasSlot = days.some(({ value }) => value === kept.day) && parts.some(({ value }) => value === kept.slot);
  const has = { random: true, keep: choices.scheduledFor !== null, exact: hasMoment, slot: hasSlot };
  if (!has[time]) return null;
  const { day, slot } = hasSlot ? kept : form;
  return { time, day, slot, moment: hasMoment ? kept.moment : form.moment };
}

function partsOf({ parts }: DraftContent): ComposedText[] {
  const made: ComposedText[] = [];
  for (const { text, images = [] } of parts) {
    const chosen = images.map(({ mediaId, alt, ai }) => ({ mediaId, altText: alt, madeWithAi: ai }));
    made.push({ ...emptyPart(made, text), images: chosen });
  }
  return made.length > 0 ? made : [emptyPart([])];
}

const wordsOf = ({ parts }: Pick<ComposerForm, "parts">): string =>
  JSON.stringify(
    parts
      .filter(({ text, images }) => text !== "" || images.length > 0)
      .map(({ text, images }) => [
        text,
        images.map(({ mediaId, altText, madeWithAi }) => [mediaId, altText, madeWithAi]),
      ]),
  );

/** Whether both say and show the same. */
export const isSame = (form: Pick<ComposerForm, "parts">, other: Pick<ComposerForm, "parts">): boolean =>
  wordsOf(form) === wordsOf(other) || (isEmpty(form.parts) && isEmpty(other.parts));
