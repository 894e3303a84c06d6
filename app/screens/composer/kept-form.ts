// Turns a composer's form into a draft for the browser, and a draft into a form. Pure.
import type { DraftContent } from "~/screens/browser/drafts/draft";
import { type ComposedText, type ComposerForm, emptyPart, isEmpty, times } from "./form";
import type { ComposerView } from "./to-view.server";

export const contentOf = ({ parts, account, seen, wasScheduled, once, ...form }: ComposerForm): DraftContent => ({
  parts: parts.map(({ text, images }) => ({
    text,
    images: images.map(({ mediaId, altText, madeWithAi }) => ({ mediaId, alt: altText, ai: madeWithAi })),
  })),
  once,
  ...(account !== null && { account }),
  ...(form.time !== null && { when: { choice: form.time, day: form.day, slot: form.slot, moment: form.moment } }),
  ...(seen !== null && { before: seen, wasScheduled }),
});

type Choices = Pick<ComposerView, "accounts" | "slots" | "earliest" | "latest" | "scheduledFor">;

interface Restored {
  form: ComposerForm;
  /** Sentences about what could not be restored. */
  missing: string[];
}

/** `form`: the form as it was opened. An account or a time that is no longer a choice stays as in `form`. */
export function restoredOf(kept: DraftContent, form: ComposerForm, choices: Choices): Restored {
  const missing: string[] = [];
  const hasAccount = kept.account === undefined || choices.accounts.some(({ ref }) => ref === kept.account);
  if (!hasAccount) missing.push("The account you chose is no longer connected.");
  const time = timeOf(kept.when, choices);
  if (kept.when && !time) missing.push("The time you chose has passed. Choose another.");
  const restored: ComposerForm = {
    ...form,
    ...time,
    once: kept.once ?? form.once,
    account: (hasAccount && kept.account) || form.account,
    parts: partsOf(kept),
    ...(kept.before !== undefined && { seen: kept.before, wasScheduled: kept.wasScheduled ?? form.wasScheduled }),
  };
  return { form: restored, missing };
}

type Time = Pick<ComposerForm, "time" | "day" | "slot" | "moment">;

function timeOf(kept: DraftContent["when"], choices: Choices): Time | null {
  const time = times.find((choice) => choice === kept?.choice);
  if (!kept || !time) return null;
  const { days, parts } = choices.slots;
  const has = {
    random: true,
    keep: choices.scheduledFor !== null,
    exact: choices.earliest <= kept.moment && kept.moment <= choices.latest,
    slot: days.some(({ value }) => value === kept.day) && parts.some(({ value }) => value === kept.slot),
  };
  return has[time] ? { time, day: kept.day, slot: kept.slot, moment: kept.moment } : null;
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
