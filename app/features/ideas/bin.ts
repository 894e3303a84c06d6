// The bin: how long it keeps what was discarded, and what its verbs say. For both sides.
import { days } from "~/ground/time/duration";

/** What was discarded is deleted for good after so long. */
export const binKeeps = days(30);

/** What all forms of the bin mean; their `do` says which act. */
export const binIntent = "ideas";

/** How many can be chosen at once: a page of the list. */
export const maxChosen = 30;

export const binMessages = {
  part: "It goes with its thread: change the thread to leave it out.",
  scheduled: "Take it off the timeline first.",
  inFlight: "It is on its way, and can't be discarded.",
  published: "It is published, and can't be discarded.",
  proposal: "A bot proposes this one. Approve it or have another written where it waits for you.",
  notInBin: "This tweet is not in the bin",
  none: "Choose at least one first",
} as const;
