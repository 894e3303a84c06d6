// The name of /generate, as the specification gives it.
export const generateTitle = "Twitter Content Idea Generator";
