// Holds five finished tweets on one topic, which show newcomers what a live writer can do.

export const showcase = {
  topic: "building a side project after work",
  tweets: [
    "9:40 pm. Dishes done, laptop open, one hour left of the day. The plan was to fix the login.\n\nAt 10:40 there is a new logo in two shades of green, and the login still fails.\n\nTomorrow the login goes first. Green can wait.",
    "Don’t spend your evenings on what you love. Spend them on what somebody has asked you for twice.\n\nLove runs out on the third tired Tuesday. A person who is waiting does not.",
    "Three rules for a project that only gets your evenings:\n\n1. Stop on something that works.\n2. Leave tomorrow’s first step in a note, one line long.\n3. No new framework after nine.",
    "If your side project could have only one user, who would it be?\n\nNot the type. The person, with a name, and a reason to be annoyed when it’s down.",
    "45 minutes, four evenings a week: three hours.\n\nFifty such weeks: 150 hours, nearly four working weeks that nobody had to approve.\n\nThe hard part was never finding the time. It is not spending it on the logo.",
  ],
} as const;

export const writtenBefore = "Demo: these five were written beforehand, to show what a live writer can do.";

const plain = (text: string): string =>
  text
    .trim()
    .replace(/^e\.g\. /i, "")
    .replace(/[.!]$/, "")
    .toLowerCase();

export const showcaseFor = (topic: string): readonly string[] =>
  plain(topic) === plain(showcase.topic) ? showcase.tweets : [];

export const isOfShowcase = (text: string): boolean => (showcase.tweets as readonly string[]).includes(text);
