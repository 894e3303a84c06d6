// What a form came to, as the parts are told it that say so aloud.
import { seconds } from "~/ground/time/duration";

export interface FormMessage {
  /** What has happened, in a sentence. */
  message: string | null;
  /** What is refused, or went wrong. */
  error?: string | null;
}

/** A dialog that opens or closes in the same moment has done so by then, and its regions have stood empty. */
export const settles = seconds(0.15);
