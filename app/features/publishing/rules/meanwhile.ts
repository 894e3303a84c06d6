// Messages for an edit that conflicts with a newer change; saving again overwrites it.

export const meanwhile = {
  scheduled: "This tweet was put on the timeline meanwhile. Save again to change what it will say there.",
  edited: "This tweet was changed meanwhile. Save again to replace what it says now.",
  editedThread: "This thread was changed meanwhile. Save again to replace what it says now.",
} as const;
