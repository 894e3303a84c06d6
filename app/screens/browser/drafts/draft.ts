// Shape and limits of the drafts that a browser keeps, and which copy of one counts. Pure.
import { days } from "~/ground/time/duration";

export const keepsFor = days(30);
export const maxDrafts = 20;
/** UTF-16 code units of a draft as JSON. */
export const maxLength = 400_000;

export interface DraftImage {
  mediaId: string;
  alt: string;
  ai: boolean;
}

export interface DraftPart {
  text: string;
  /** The form's field, where a form has several. */
  name?: string;
  images?: readonly DraftImage[];
}

export interface DraftContent {
  parts: readonly DraftPart[];
  account?: string;
  when?: { choice: string; day: string; slot: string; moment: string };
  /** Id of the form, so that it is saved once. */
  once?: string;
  isAnswerLost?: boolean;
  /** Hash of the tweet's text when the draft was started. */
  before?: string;
  wasScheduled?: boolean;
}

export interface Draft extends DraftContent {
  id: string;
  user: string;
  /** "new", "tweet:ID", or the name of another form. */
  what: string;
  /** The later copy counts. */
  at: number;
}

/** One copy per draft, newest first. */
export const newestOf = (copies: Draft[]): Draft[] =>
  copies
    .sort((copy, other) => other.at - copy.at)
    .filter(({ id }, index) => copies.findIndex((copy) => copy.id === id) === index);
