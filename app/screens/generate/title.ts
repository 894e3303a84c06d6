// Fixed texts of /generate; the title is the specification's.
export const generateTitle = "Twitter Content Idea Generator";

export const unsearched = (writer: string): string =>
  `${writer} didn’t search the web for these. They’re based on what it already knew.`;
