// What a form came to, as the parts are told it that say so aloud.
import { seconds } from "~/ground/time/duration";
import type { HiddenFields, Intent } from "~/ui/form/use-busy";

/** The form that takes back what was done. */
export interface Undo {
  intent: Intent;
  fields: HiddenFields;
  /** So long it is of use; left out: as long as a toast is there. */
  lastsMs?: number;
}

export interface FormMessage {
  /** What has happened, in a sentence. */
  message: string | null;
  /** What is refused, or went wrong. */
  error?: string | null;
  undo?: Undo;
  /** The page shows it by itself: it is heard, and there is no toast. */
  isShown?: boolean;
}

/** A dialog that opens or closes in the same moment has done so by then, and its regions have stood empty. */
export const settles = seconds(0.15);
