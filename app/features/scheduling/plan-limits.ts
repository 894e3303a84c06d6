// Limits for scheduling several tweets together, and their messages.
export const maxDays = 30;
export const maxTweets = 50;

export const planMessages = {
  days: `Choose 1 to ${maxDays} days.`,
  tweets: `Plan up to ${maxTweets} tweets at a time.`,
  noRoom: "No room left on these days.",
  repeats: "Another of these tweets has the same text.",
  thread: "Schedule threads separately.",
  changed: "The text has changed since the plan was shown.",
} as const;
