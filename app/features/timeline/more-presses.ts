// Defines buttons of the tweet's dialog and list rows that its card lacks.
import { presses } from "~/features/tweets/tweet-actions";

export const morePresses = {
  drawAgain: { ...presses.addToTimeline, icon: "refresh-cw", words: "Pick another random time" },
} as const;
