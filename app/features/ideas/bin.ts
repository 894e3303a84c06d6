// Defines how long the trash keeps tweets, and its messages. For server and browser.
import { days } from "~/ground/time/duration";

export const binKeeps = days(30);

export const binIntent = "ideas";

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
