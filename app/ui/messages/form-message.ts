// Types of a form's result, as the components that show or announce it need it.
import { seconds } from "~/ground/time/duration";
import type { HiddenFields, Intent } from "~/ui/form/use-busy";

export interface Undo {
  intent: Intent;
  fields: HiddenFields;
  /** Milliseconds. Left out: as long as the toast is shown. */
  lastsMs?: number;
}

export interface FormMessage {
  message: string | null;
  error?: string | null;
  undo?: Undo;
  isShown?: boolean;
}

export const settles = seconds(0.15);
