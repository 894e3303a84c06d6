// Guesses the form of a post by its signs: a question, a list, a scene and so on. English, or signs alone. Pure.
import type { Form } from "~/ports/ai/plan";

const mark = /^\s*(?:\d{1,2}[.)]|[-–•*])\s/;
const days = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const months = "january|february|march|april|june|july|august|september|october|november|december";
const rooms =
  "kitchen|office|café|cafe|bakery|train|bus|bar|shop|museum|desk|queue|station|airport|classroom|hospital|garden|street|elevator|lift|meeting room|parking lot|library";

const scene = new RegExp(
  [
    "\\d{1,2}[:.]\\d{2}(?![\\d%])|\\d{1,2} ?[ap]\\.?m\\b",
    `\\b(?:${days}|${months}) (?:morning|afternoon|evening|night)|^(?:on |last |every |one )?(?:${days})s?\\b`,
    "\\b(?:last|this|that|one) (?:night|week|morning|evening|summer|winter|spring|autumn|fall|year)\\b",
    `\\b(?:in|at|on|behind|outside) (?:a|an|the|my|our) (?:[\\w-]+ )?(?:${rooms})\\b`,
    "^(?:someone|somebody|a (?:man|woman|boy|girl|kid|customer|client|founder|friend|colleague|neighbor|neighbour|stranger))\\b",
    "\\b(?:yesterday|tonight|this morning)\\b",
  ].join("|"),
  "u",
);
const order =
  /^(?:add|ask|avoid|begin|block|book|bring|build|buy|call|change|check|choose|close|collect|compare|copy|count|cut|delete|do|don't|draw|drop|explain|find|finish|fix|follow|forget|give|go|hide|hire|keep|learn|leave|let|list|look|make|measure|move|name|never|note|open|pay|pick|plan|point|print|put|read|record|remove|replace|rewrite|run|save|say|schedule|sell|send|set|share|ship|show|skip|sort|spend|start|stop|swap|take|talk|teach|tell|test|think|throw|time|translate|treat|try|turn|use|wait|walk|watch|work|write)(?![\p{L}'])/u;
const recipe = /^(?:how to|to [^.!?,:\n]+[,:]|a rule for|cheap experiment|before you|if you want|step 1|first,)/u;
const opinion =
  /\b(?:i think|i believe|i(?:'d| would) rather|should|shouldn't|overrated|underrated|beats?|better than|worse than|worth more|deserves?|is wrong|are wrong|the best|the worst|too (?:much|many)|nobody needs|stop pretending|fine to|easy to agree)\b/u;

/** `point` where no sign says more. The first line counts most. */
export function formOf(text: string): Form {
  const folded = text.normalize("NFC").toLowerCase().replaceAll("’", "'").trim();
  const lines = folded.split("\n").filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (/[?？؟]["”』」)]?$/u.test(folded)) return "question";
  if (lines.filter((line) => mark.test(line)).length >= 2 || shortLines(folded) >= 3) return "list";
  const [sentence = ""] = /^[^.!?。！？]*(?:\.\d[^.!?。！？]*)*/u.exec(first) ?? [];
  if (scene.test(sentence) || scene.test(first.slice(0, 40))) return "scene";
  if (recipe.test(first) || order.test(first)) return "how-to";
  if (/\p{N}/u.test(sentence)) return "number";
  return opinion.test(folded) ? "opinion" : "point";
}

/** Lines of a list have no empty line between them. */
const shortLines = (text: string): number =>
  Math.max(
    ...text.split(/\n\s*\n/).map((part) => {
      const lines = part.split("\n");
      return lines.length > 2 && lines.every((line) => line.length <= 80) ? lines.length : 0;
    }),
  );
