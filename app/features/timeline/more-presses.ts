// What is pressed in a tweet's window and in the rows of the list, beside what its card has.
import { presses } from "~/features/tweets/tweet-actions";

export const morePresses = {
  drawAgain: { ...presses.addToTimeline, icon: "refresh-cw", words: "Another random time" },
} as const;
