// English frames of the demo writer.
import { clauseFrom, firstWords, grammar, words, type FrameSet } from "./frame-set";

export const en: FrameSet = {
  quotes: ["“", "”"],
  bare: /^(?!(?:how|why|what|when|where|who|which|is|are|do|does|did|can|could|should|will|would|if|i|we|you|my|our|your|it|let|make|write|tell|give|show|explain|stop|start|ignore|use)\b)\S+(?: \S+){0,6}$/i,
  requests: [
    /^(?:please |can you |could you )?(?:write|create|generate|draft|give me|make)(?: me| us)?(?: \w+){0,3}? (?:tweets?|posts?|threads?|ideas?)(?: about| on| for| regarding)[: ]+([^: ].*)$/is,
    /^(?:tweets?|posts?|a tweet|a post) (?:about|on) (.+)$/is,
  ],
  nothing: "the unsaid",
  tooLong: "thoughts too long for one post",
  stop: ".",
  ask: "?",
  grammar: grammar({
    says: words(
      "is are was were isn't aren't wasn't weren't am has have had hasn't haven't can can't cannot could couldn't will won't would wouldn't should shouldn't must may might do does don't doesn't did didn't it's that's there's you're we're they're he's she's i'm i've i'll i'd makes takes gives gets goes comes keeps kills becomes seems feels brings leads says thinks knows wants fails loses beats ruins saves destroys improves creates deserves requires hides shows teaches proves thrives went became came took gave knew thought said felt kept began sounds belongs happens rewards punishes",
    ),
    maybe: words(
      "needs means works helps costs changes plays starts stops ends hurts matters loves hates turns looks builds drives pays leaves runs breaks rules wins dies moves grows sells lives uses sucks rocks need want make take give get keep become kill never always better worse than not nobody everybody everyone someone got made built found lost told left rule suck matter",
    ),
    clause: clauseFrom(
      "that who which whose whom where when if while because how what why whether i we you they he she",
    ),
    asks: new RegExp(
      String.raw`^(?:(?:how|why|when|where) (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|to|not|about|many|much|long|often|far|come|if)|who(?:se)?|which|what['’]s|what (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|to|about|makes?|happens?|means?|matters|works|helps|keeps?|comes|went)|(?:is|are|was|were|do|does|did|can|could|should|will|would) (?:i|we|you|it|they|he|she|there|the|a|an|this|that|my|your|our|anyone|anybody|people))(?![\p{L}\p{N}])`,
      "iu",
    ),
    own: firstWords(
      "i i'm i've i'll i'd we we're we've we'll my our me let let's please don't never always stop start ignore use try tell give show explain make write remember buy take keep be do get join read sign download subscribe book meet say ask how why when where what if",
    ),
    leans:
      /^(?:and|but|or|so|then|it|its|it['’]s|they|they['’]re|their|them|this|that|that['’]s|these|those|he|she|his|her|there|which|because|also|instead|otherwise|however|yet|nor|both|neither|such|here|used|rather|not|no|still|only|even|again|first|second|finally|next)\b|^(?:[^\s,]+,? ){1,5}(?:it|they|them)\b/iu,
    article: firstWords("the a an my our your his her their this that these those some why how what"),
  }),
  nouns: [
    "What do most of us get wrong about {topic}? I have a guess, but I’d rather hear yours first.",
    "Tell me about your first encounter with {topic}. The messier the story, the better.",
    "Three things I’d ask anyone about {topic}:\n\n1. What drew you in?\n2. What nearly put you off?\n3. What do you know now that you didn’t expect?",
    "Starting from zero with {topic}:\n\n→ ask someone who lives it\n→ try one small thing\n→ write down what surprised me\n→ repeat",
    "It’s easy to have an opinion on {topic}. It’s harder to say what would change it. So: what would change yours?",
    "Myth or truth? Drop the boldest claim you’ve heard about {topic} and let’s take it apart together.",
    "If you care about {topic}, say hi below. I’d like to follow more people who think out loud.",
    "My plan for this week: look at {topic} with fresh eyes and no hot takes before Friday. Wish me luck.",
    "Quick poll on {topic}:\n\n🟢 all in\n🟡 curious\n🔴 not for me\n\nReply with a colour and one sentence why.",
    "Explain {topic} to a ten-year-old in one sentence. The best answer goes straight into my notes.",
    "Opinion in progress: when it comes to {topic}, a good question beats a quick answer. Here’s mine: what would you do differently if you started again today?",
    "What’s the worst advice you’ve ever been given on {topic}? Bonus points if you followed it.",
    "One link, one book, one person: where should I look next to understand {topic} better?",
    "Note to self on {topic}: be curious first, clever later.",
  ],
  statements: [
    "{line}\n\nWhat would have to change before that stops being true?",
    "{line}\n\nI’d like to be wrong about this. Who has a counterexample?",
    "Change my mind:\n\n{line}",
    "{line}\n\n🟢 seen it myself\n🟡 it depends\n🔴 never seen it\n\nOne colour, and one sentence why.",
    "Suppose this is true:\n\n{line}\n\nWhat would you do differently tomorrow?",
    "Half of you will nod at this and half won’t. I’d like to hear from the second half.\n\n{line}",
    "{line}\n\nWho gains from it, and who pays for it?",
    "Obvious, or not at all?\n\n{line}",
    "{line}\n\nEasy to say. What would count as proof?",
  ],
  questions: [
    "{line}\n\nOne rule: answer from something you’ve seen, not from something you’ve read.",
    "{line}\n\nIf your answer begins with “it depends”, say what it depends on.",
    "A question for today:\n\n{line}",
    "{line}\n\nAnd the harder one: how would you notice that your answer is wrong?",
    "Short answers, please, and honest ones:\n\n{line}",
    "{line}\n\nThe second answer that comes to mind is often the better one. I’d like to read that one.",
    "Ask ten people and you get ten answers. What’s yours?\n\n{line}",
  ],
  lines: [
    "{line}\n\nWhat would you like to know next?",
    "{line}\n\nDoes it make sense at first reading? Be honest.",
    "{line}\n\nIf somebody comes to mind, show it to them.",
    "{line}\n\nHow would you put it?",
    "{line}\n\nI’m happy to explain. Ask me anything about it.",
    "{line}\n\nWhat’s the first objection you’d raise?",
    "In short:\n\n{line}",
    "Said as plainly as I can:\n\n{line}",
    "On my mind today:\n\n{line}",
    "The short version:\n\n{line}\n\nAsk me for the long one.",
    "Worth saying once more:\n\n{line}",
  ],
};
