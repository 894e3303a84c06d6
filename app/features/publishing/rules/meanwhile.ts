// What is said where a tweet has changed while somebody wrote other words for it: saving once more means it.

export const meanwhile = {
  scheduled: "This tweet was put on the timeline meanwhile. Save again to change what it will say there.",
  edited: "This tweet was changed meanwhile. Save again to replace what it says now.",
  editedThread: "This thread was changed meanwhile. Save again to replace what it says now.",
} as const;
