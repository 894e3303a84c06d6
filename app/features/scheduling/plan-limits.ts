// Limits for scheduling several tweets together, and their messages.
export const maxDays = 30;
export const maxTweets = 50;

export const planMessages = {
  days: `Please choose 1 to ${maxDays} days`,
  tweets: `At most ${maxTweets} tweets are planned at once`,
  noRoom: "There is no room left for it in these days",
  repeats: "Another of these tweets says the same.",
  thread: "A thread is scheduled by itself.",
  changed: "Its words have changed since the plan was shown",
} as const;
