// Defines buttons of the tweet's dialog and list rows that its card lacks.
import { tweetButtons } from "~/features/tweets/tweet-actions";

export const moreTweetButtons = {
  drawAgain: { ...tweetButtons.addToTimeline, icon: "refresh-cw", words: "Pick another random time" },
} as const;
