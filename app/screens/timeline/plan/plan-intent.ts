// Names the intent and the actions of the plan's forms, for server and browser.
export const planIntent = "schedule-all";
