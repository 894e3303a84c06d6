// Messages for an edit that conflicts with a newer change; saving again overwrites it.

export const meanwhile = {
  scheduled: "This tweet was scheduled while you were editing. Save again to change its text.",
  edited: "This tweet changed while you were editing. Save again to overwrite it.",
  editedThread: "This thread changed while you were editing. Save again to overwrite it.",
} as const;
