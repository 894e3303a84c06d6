// Holds the demo writer's English sentences. They fit many topics, so none claims a fact about one.

export interface Frame {
  /** No batch of five has a form twice. */
  form: string;
  text: string;
}

const frames = (...lines: string[]): readonly Frame[] =>
  lines.map((line) => ({ form: line.slice(0, line.indexOf("|")), text: line.slice(line.indexOf("|") + 1) }));

export const nounFrames = frames(
  "scene|8:55 on a Monday. Someone opens a new tab and types “{topic} for beginners”.\n\nWhatever you publish this week, publish it for that tab.",
  "scene|In a kitchen somewhere, someone is explaining {topic} with a fork and two salt shakers. It beats the slide deck.",
  "scene|A museum in 2126 has a room for {topic}. The label: “Early 21st century. Purpose disputed. Visitors are asked not to touch.”",
  "list|Three questions that shorten any meeting about {topic}:\n\n1. Compared with what?\n2. Who pays?\n3. What happens if we don’t?",
  "rule|A rule for decisions about {topic}: when two options look equally good, take the one you can undo.",
  "how-to|Keep two lists about {topic}: what you know, and what you only heard. Move one line a week from the second to the first.",
  "rule|Advice on {topic} should come with a receipt: how long it took, what it cost, and who helped.",
  "point|You’ve understood something about {topic} when you can explain why a sensible person disagrees with you.",
  "contrast|How to sound clever about {topic}: use the long word.\n\nHow to help: say what to do on Monday.",
  "question|Every subject has a word that ends conversations. Which one is it with {topic}, and what do people mean when they use it?",
  "opinion|It’s fine to care about {topic} for a shallow reason. The deep ones turn up later, if you stay.",
  "opinion|Old advice on {topic} deserves a second look. Either its problem is gone, or everyone forgot that it was solved.",
  "contrast|A small promise about {topic} that gets kept beats a large one with a hashtag.",
  "question|What did you believe about {topic} five years ago that makes you smile today?\n\nI collect these. They age better than predictions.",
  "rule|Before you argue about {topic}, agree on one example. Half of all arguments end there, and the rest get interesting.",
  "point|Somebody’s grandmother has a shorter name for {topic}. Find out what it is. It will improve your headlines.",
);

/** Not for a practice. */
export const thingFrames = frames(
  "experiment|Cheap experiment: for one week, write down each time {topic} comes up, and who brought it up. Seven lines will tell you more than a survey.",
  "experiment|Draw {topic} on a napkin. If you need a second napkin, you’ve found the part nobody has explained to you yet.",
);

/** Only for a practice such as "keeping bees". */
export const doingFrames = frames(
  "list|Day 1 of {topic}: photos.\nDay 3: opinions.\nDay 10: nothing to show, and nobody watching.\n\nDay 10 is the one that counts.",
  "point|10 minutes of {topic} every day is 60 hours a year. A week and a half of work, and nobody had to approve it.",
  "contrast|People new to {topic} ask what to buy. A year later they ask what they can stop doing. Ask the second question first.",
  "how-to|If you want the truth about {topic}, find someone who quit. They have time, they are polite, and nobody ever asks them.",
  "question|Someone will start {topic} tomorrow morning. One sentence, no links: what do you tell them?",
  "contrast|The first plan for {topic} has headings. The second, after a week of trying, fits on an envelope. Start with the envelope.",
  "rule|The hardest ten minutes of {topic} are the ten before you begin. Plan those, and leave the rest rough.",
  "scene|Two people spend the same year on {topic} and only one of them learns from it. The difference is a notebook and five minutes.",
  "opinion|The best teacher of {topic} within reach is whoever started six months before you. They still remember what was confusing.",
  "experiment|Saturday test for {topic}: would you still give it two hours if you couldn’t tell anyone?",
);

/** For what a statement is about. */
export const claimFrames = frames(
  "contrast|Two kinds of people agree with a claim about {topic}: those who saw it happen, and those who saw it shared. Ask which before you count them.",
  "experiment|Pick your firmest opinion on {topic} and describe the week that would disprove it. If you can’t, it’s a mood.",
  "scene|Slide four, a sweeping sentence about {topic}. Everyone nods. The one person who will have to act on it is choosing lunch.",
  "list|Any claim about {topic}, in three columns:\n\n1. what I saw\n2. what I was told\n3. what I’d like to be true\n\nColumn two is always the longest.",
  "rule|If you say “always” about {topic}, name the last time. If you say “never”, name the time it nearly happened.",
  "point|One bad day with {topic} is a story. Two are a coincidence. At three, stop telling it and change something small.",
  "how-to|How to lose an argument about {topic} well: repeat the other side until they say “yes, exactly”. Then say which part you’re keeping.",
  "opinion|The loudest people on {topic} usually had one very good year or one very bad one. Ask about the year after.",
  "point|What people say about {topic} on a panel and what they do at 4 pm on a Thursday are two subjects. I trust Thursday.",
  "contrast|“It depends” is a fine answer about {topic} if the next sentence says on what. Otherwise it’s a way of leaving the room.",
  "question|What would you have to see to change your mind about {topic}? Write it down today, while you still sound sure.",
  "scene|Somewhere there is a spreadsheet that settles the argument about {topic}. It’s called final_v3, and its owner left in March.",
);

export const questionLines = frames(
  "how-to|{line}\n\nAnswer it twice: once as you’d say it on stage, once as you’d say it to a friend. The gap is the interesting part.",
  "opinion|{line}\n\nThe honest answer is usually shorter than the clever one. Ten words are plenty.",
  "question|I’d rather read one odd, specific answer to this than ten safe ones:\n\n{line}",
  "question|Worth asking once a year, because the answer moves:\n\n{line}",
);

export const statementLines = frames(
  "question|{line}\n\nEasy to agree with. What would you do differently on Monday if you meant it?",
  "point|{line}\n\nIf that is true, who already behaves as if it were? Go and watch them.",
  "opinion|{line}\n\nThe strongest case against it, in one sentence, please. I’ll spend the evening on the best one.",
  "rule|Said plainly, to see who minds:\n\n{line}\n\nIf nobody minds, it was too plain. If everybody does, ask the quiet ones.",
  "contrast|{line}\n\nTrue in general. The exceptions are where people learn something.",
  "experiment|{line}\n\nNow take out the word you like best. If it still holds, it was worth saying.",
  "scene|On a sticky note above the desk:\n\n{line}\n\nBelow it, in pencil and another hand: “Since when?”",
  "how-to|For the next person who asks:\n\n{line}\n\nIf they ask again, give them an example instead. The first one is rarely enough.",
);

/** For the author's own news; the last one not for a launch. */
export const storyLines = frames(
  "how-to|{line}\n\nOne sentence, because you’re busy. Questions are welcome, the awkward ones first.",
  "point|{line}\n\nThat’s the headline. The part worth reading is what nearly went the other way, and it will get its own post.",
  "question|{line}\n\nWhat would you have done differently? I’m collecting answers before I write down mine.",
);

/** For a bot. The topic is the product as its description names it. */
export const productFrames = frames(
  "how-to|To explain {topic}, begin with what people did by hand yesterday. The feature list can wait.",
  "rule|The first screen of {topic} has one job: say what to do now. Everything else can wait a click.",
  "experiment|A test for {topic}: can the person it’s for explain it to a colleague without opening it?",
  "point|Every good feature of {topic} was once somebody’s complaint. The inbox is the better roadmap.",
  "question|“What happens if I stop using it?” is a fair question to ask about {topic}. A good answer fits on one line.",
  "list|Two ways to describe {topic}:\n\n1. what it has\n2. what stops being annoying\n\nPeople repeat the second.",
  "rule|Before you try {topic}, write down how long the job takes today. You can’t feel a saved hour, but you can read it.",
  "contrast|The rival of {topic} is seldom another product. It’s a spreadsheet, a group chat and somebody with a good memory.",
  "scene|7:40, a platform, one hand on a coffee. That is how someone will open {topic} for the first time. Build for that thumb.",
  "experiment|Take {topic} away for a day and ask what was missed first. Whatever people name is the product.",
  "how-to|News about {topic}, in this order: what changed, why, since when. Leave out the adjectives and nobody will miss them.",
  "opinion|A price for {topic} is a sentence about who it’s for. If it needs a footnote, the sentence isn’t finished.",
  "point|One person who uses {topic} every Tuesday knows more about it than ten who signed up. Write to that one.",
  "contrast|A demo of {topic} shows the best minute. Support shows the worst. Decide by the second.",
);

/** A thread in order. The first two and the last are in each one, and need each other. */
export const threadParts: readonly string[] = [
  "A month is enough to get past the first opinion about {topic}. Here is how to spend it, one small job at a time.",
  "Begin with one page: what you already think about {topic}. Date it and put it away. You’ll need it on the last day.",
  "Find three people who deal with {topic} every week: one new, one tired, one who left. Ask all three the same question. The month starts where they differ.",
  "Read one old text about {topic} before ten new ones. What still holds after fifteen years is bedrock. The rest is weather.",
  "Take the number that everyone quotes about {topic} and look for where it came from. Two clicks in, it’s either a study or somebody’s slide.",
  "Week two: try something that can fail by Friday. Small, cheap, visible. Reading about {topic} feels like progress. Friday tells you if it was.",
  "Keep a list called “Things I nodded at”. Each line is a part of {topic} that you couldn’t explain to a friend. Cross out two a week.",
  "Look for the dull limit: money, space, time, a rule. Most clever ideas about {topic} end there, quietly, in week three. Better to meet it first.",
  "Explain {topic} once to somebody who doesn’t care. The sentence at which they look out of the window is the one to rewrite.",
  "Last day: take out the page from the start. Underline what you’d still say about {topic}. It’s usually three lines, and they are yours.",
];
