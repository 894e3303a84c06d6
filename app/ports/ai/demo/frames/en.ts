// The demo writer's English.
import type { FrameSet } from "./frame-set";

export const en: FrameSet = {
  quotes: ["“", "”"],
  bare: /^(?!(?:how|why|what|when|where|who|which|is|are|do|does|did|can|could|should|will|would|if|i|we|you|my|our|your|it|let|make|write|tell|give|show|explain|stop|start|ignore|use)\b)\S+(?: \S+){0,3}$/i,
  requests: [
    /^(?:please |can you |could you )?(?:write|create|generate|draft|give me|make)(?: me| us)?(?: \w+){0,3}? (?:tweets?|posts?|threads?|ideas?)(?: about| on| for| regarding)[: ]+([^: ].*)$/is,
    /^(?:tweets?|posts?|a tweet|a post) (?:about|on) (.+)$/is,
  ],
  nothing: "the unsaid",
  frames: [
    "What do most of us get wrong about {topic}? I have a guess, but I’d rather hear yours first.",
    "Tell me about your first encounter with {topic}. The messier the story, the better.",
    "Three things I’d ask anyone about {topic}:\n\n1. What drew you in?\n2. What nearly put you off?\n3. What do you know now that you didn’t expect?",
    "How I’d get to know {topic} from scratch:\n\n→ ask someone who lives it\n→ try one small thing\n→ write down what surprised me\n→ repeat",
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
};
