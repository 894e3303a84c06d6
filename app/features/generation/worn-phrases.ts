// Finds English phrases that posts by AI have worn out, and the formula “it’s not this, it’s that”. Pure.

/** For lower case and straight quotes. */
const patterns: readonly RegExp[] = [
  /game[ -]chang(?:ers?|ing)/,
  /unlock(?:s|ed|ing)? (?:(?:your|our|their|my|the) )?(?:(?:full|true|real|next|new|more|hidden) )?(?:power|potential|secrets?|growth|value|success|insights?|opportunit\w+|possibilit\w+|level|productivity|creativity)/,
  /delv(?:e|es|ed|ing)/,
  /let's dive|(?:dive|diving) (?:(?:right|straight|deep|deeper) )?in(?:to (?:the (?:world|details|data|topic|numbers)|how|what|why|this|it)|[:.!])/,
  /deep[ -]dives?/,
  /elevat(?:e|es|ed|ing) (?:your|our|their|my|the|every|everyday)/,
  /leverag(?:ing|es|ed)|leverage (?:your|our|their|my|the|ai|data|technology|this|these|it)/,
  /seamless(?:ly)?/,
  /robust/,
  /in (?:today's|the modern|our modern) (?:[\w-]+ ){0,2}(?:world|landscape|age|era|economy|society|environment)/,
  /here's the (?:thing|kicker|catch|deal|truth)/,
  /let that sink in/,
  /hot take/,
  /unpopular opinion/,
  /the (?:results?|best part|kicker|catch|takeaway|lesson|secret|outcome|twist)\?/,
  /thoughts\?/,
  /who else|who's with me|anyone else\?/,
  /(?<=^|[.!?\n] ?)(?:do you )?agree\?|am i right\?/,
  /level(?:s|ed|ing|led|ling)?[ -]up/,
  /to (?:the|a whole) next level|next-level/,
  /cutting[ -]edge/,
  /state[ -]of[ -]the[ -]art/,
  /revolutioni[sz](?:e|es|ed|ing)/,
  /transformative|transform the way/,
  /empower(?:s|ed|ing|ment)?/,
  /supercharg(?:e|es|ed|ing)/,
  /skyrocket(?:s|ed|ing)?/,
  /(?:harness|harnessing|embrace|embracing|unleash|unleashing|never underestimate) the (?:(?:true|full) )?power of/,
  /(?:rich|vibrant|intricate) tapestry|tapestry of/,
  /(?:is|are|stands as) an? (?:(?:true|living) )?testament to/,
  /(?:in|into|within) the realm of/,
  /ever[ -](?:evolving|changing|growing)/,
  /fast[ -]paced (?:[\w-]+ )?(?:world|environment|life|age|landscape)/,
  /navigat(?:e|es|ed|ing) the (?:complexit\w+|challenges|landscape|world|intricacies)/,
  /embark(?:s|ed|ing)? on (?:a|your|this|the) (?:[\w-]+ )?journey/,
  /trust the (?:process|journey)|enjoy the journey/,
  /treasure trove/,
  /hidden gems?/,
  /buckle up/,
  /mind[ -]blow(?:n|ing)|(?:blow|blew) (?:your|my) mind/,
  /don't sleep on/,
  /(?:this|that|it) changes everything|this is huge/,
  /stop scrolling/,
  /read (?:that|it|this) again|say it louder|louder for the people/,
  /spoiler(?: alert)?:/,
  /plot twist[:.]/,
  /pro[ -]tips?/,
  /secret sauce/,
  /low[ -]hanging fruit/,
  /mov(?:e|es|ed|ing) the needle/,
  /outside (?:of )?the box/,
  /at the end of the day,/,
  /it's no secret/,
  /imagine a world|picture this[:.]|in a world where/,
  /the future (?:of (?:[\w-]+ ){1,3})?is (?:already )?(?:here|now)/,
  /double[ -]edged sword/,
  /(?:mindset|paradigm) shift|shift(?:ing)? (?:your|our) mindset/,
  /synerg(?:y|ies|istic)/,
  /holistic(?:ally)?/,
  /more than just an?/,
  /(?:crucial|pivotal|vital|key) role in/,
  /(?:nobody|no one) (?:is|seems to be) talking about/,
  /(?:drop|share|leave|tell me)\b[^.!?\n]{0,40} (?:below|in the (?:comments|replies))|follow (?:me )?for more/,
  /(?<=^|[.!?\n] ?)(?:are you )?ready to [^.!?\n]{1,60}\?/,
  /raise your hand|hands up if/,
  /the struggle is real/,
];

const worn = patterns.map(({ source }) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "gu"));

export const countOfPatterns = worn.length;

const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\u2010\u2011]/g, "-")
    .replace(/ ?[—–] ?| - /g, " — ");

/** Returns the phrases as the text has them. Phrases of the topic are its own. */
export function wornIn(text: string, topic = ""): string[] {
  const known = fold(topic);
  return worn.flatMap((pattern) =>
    [...fold(text).matchAll(pattern)]
      .map(([phrase]) => phrase.trim())
      .filter((phrase) => !known.includes(phrase))
      .slice(0, 1),
  );
}

const formulas: readonly RegExp[] = [
  // “Work isn’t a place, it’s a habit.”
  /(?:is|are|was|were|'s|'re)(?:n't| not) [^.!?,;—]{1,60}(?:[,;]| —) (?:but )?(?:it|this|that|they|these)(?:'s|'re| is| are) /,
  // “This isn’t just a tool. It’s a mindset.”
  /(?:is|are|was|were|'s|'re)(?:n't| not) (?:just|only|merely|simply|about|really) [^.!?]{1,60}[.!] (?:it|this|that|they|these)(?:'s|'re| is| are) /,
  // “It’s not a bug. It’s a feature.”
  /(?:it|this|that)(?:'s| is) not [^.!?]{1,60}[.!] (?:it|this|that)(?:'s| is) /,
  /not because [^.!?]{1,80} but because /,
  /not (?:just|only|merely|simply) [^.!?]{1,60} but (?:also )?/,
  /less about [^.!?]{1,60} more about /,
  /stop [^.!?]{1,40}\. start /,
];

export const hasFormula = (text: string): boolean => {
  const folded = fold(text).replace(/\s+/g, " ");
  return formulas.some((pattern) => pattern.test(folded));
};
