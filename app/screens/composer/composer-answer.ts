// Response of POST /write that stays on the page.
import type { ComposerView } from "./to-view.server";

export interface ComposerAnswer {
  /** Null: the server was not reached. */
  view: ComposerView | null;
  isOther: boolean;
  /** Whether the form's text is stored on the server. */
  isSaved: boolean;
  error: string | null;
  message: string | null;
  current: string | null;
  /** Whether the text may be saved as a new tweet instead. */
  canBeNew: boolean;
  isSignedOut: boolean;
  /** Whether another user is signed in. */
  isOthers: boolean;
}

/** Response to a form that wasn't read. */
export const unread = {
  view: null,
  isOther: false,
  isSaved: false,
  error: null,
  message: null,
  current: null,
  canBeNew: false,
  isSignedOut: false,
  isOthers: false,
} satisfies ComposerAnswer;
