// What the forms of a plan mean; their `do` says which act. For both sides.
export const planIntent = "schedule-all";
