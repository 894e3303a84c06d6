// Holds finished tweets: the answer to the page's own example, samples, and three topics with five each.

export const finished: readonly string[] = [
  "9:40 pm. Dishes done, laptop open, one hour left of the day. The plan was to fix the login.\n\nAt 10:40 there is a new logo in two shades of green, and the login still fails.\n\nTomorrow the login goes first. Green can wait.",
  "Don’t spend your evenings on what you love. Spend them on what somebody has asked you for twice.\n\nLove runs out on the third tired Tuesday. A person who is waiting does not.",
  "Three rules for a project that only gets your evenings:\n\n1. Stop on something that works.\n2. Leave tomorrow’s first step in a note, one line long.\n3. No new framework after nine.",
  "If your side project could have only one user, who would it be?\n\nNot the type. The person, with a name, and a reason to be annoyed when it’s down.",
  "45 minutes, four evenings a week: three hours.\n\nFifty such weeks: 150 hours, nearly four working weeks that nobody had to approve.\n\nThe hard part was never finding the time. It is not spending it on the logo.",
  "A feature that needs a settings page is two features. Ship the one without settings.",
  "The first stranger who pays you $4 a month will press the one button you never tested. Thank them before you fix it.",
  "“I’ll launch when it’s ready” has no date in it.\n\n“On the 14th, with whatever works by then” has two.",
  "The last commit message of the evening should say what you were about to do next. Tomorrow’s you is a colleague with no memory.",
  "Side project arithmetic:\n\n12 unfinished repos\n1 domain renewed out of guilt\n0 people asked\n\nMake the last number 3 before the first becomes 13.",
];
export const showcase = { topic: "building a side project after work", tweets: finished.slice(0, 5) };

export interface SampleBatch {
  /** As in the address: `?test=1&sample=side`. */
  name: string;
  label: string;
  topic: string;
  tweets: readonly string[];
}

/** All written by hand. */
export const sampleBatches: readonly SampleBatch[] = [
  { name: "side", label: "Side project after work", ...showcase },
  {
    name: "newsletter",
    label: "A newsletter from zero",
    topic: "growing a newsletter from zero",
    tweets: [
      "Tuesday, 6:50 am. The draft has a title and no first sentence.\n\nAt 7:20 it has a first sentence and no title.\n\nSend the one with the sentence. People forward sentences.",
      "Don’t ask “How do I get more subscribers?” Ask “Would the ones I have notice if I stopped?”\n\nThe second question is harder, and it answers the first.",
      "Before you press send:\n\n1. Would you forward it to one person? Name them.\n2. Cut the paragraph you’re proudest of.\n3. Read the first line on a phone, outdoors.",
      "Which newsletter would you notice missing by Thursday?\n\nLook up its last issue. What does it do in the first 20 words?",
      "One issue a week for 48 weeks: 48 tries at a first line.\n\nOne perfect issue a quarter: 4 tries.\n\nThe weekly writer isn’t more talented. They had 44 more Tuesdays.",
    ],
  },
  {
    name: "customer",
    label: "The first paying customer",
    topic: "getting the first paying customer",
    tweets: [
      "Friday, 4:10 pm. A stranger writes: “Does it do invoices?”\n\nIt doesn’t. The honest answer is two lines and a date.\n\nThis morning the roadmap had 30 items. Now it has one.",
      "The first customer rarely comes from a launch. They come from a sentence you said to someone who had the problem that morning.\n\nSay it to five people. Then launch.",
      "Three signs that it isn’t a polite yes:\n\n1. They ask for the price before you name it.\n2. They give you a date, not a compliment.\n3. They forward you to whoever signs.",
      "If you could sell only by answering one email a day, whose would you answer?\n\nWrite that one now. The website can wait until it’s sent.",
      "20 people said they’d use it: 20 compliments.\n1 person paid $9: $9, and an address that answers.\n\nOnly one of these is a number.",
    ],
  },
];

export const writtenBefore = "Sample tweets, not AI. A live AI writes about any topic, in your voice.";
export const stockText = "Stock sentences, not AI. A live AI writes about any topic, in your voice.";
export const samplesOnly = "Demo writer: English samples. Your admin can connect Gemini or any other model.";
export const englishOnly = "It writes only English.";
export const noThread =
  "The demo writer’s threads need a subject, such as “remote work”. Name one, or connect a model.";
export const noProduct =
  "The demo writer found no product name. Analyse a text that begins with it, or connect a model.";
export const tooMuch = "The demo writer works best with a few words. Shorten the topic, or connect a model.";
export const isShowcase = (topic: string): boolean =>
  new RegExp(`^(?:e\\.g\\. )?${showcase.topic}[.!]?$`, "i").test(topic.trim());
export const isOfShowcase = (text: string): boolean => finished.includes(text);
