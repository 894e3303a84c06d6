// Finds what makes a model's text unfit as a post: refusals, gaps, markup. Pure.
import { hashtagsIn } from "../voice";

const cannot = "I(?:['’]m| am)? (?:can['’]?t|can ?not|unable to|not able to|won['’]t(?: be able to)?)";

/** Only complete refusals: “I can't help smiling” and “Sorry, I can't come” are posts. */
const refusals = [
  `${cannot} (?:help|assist)(?: you)? with (?:(?:that|this)(?: request| topic)?(?=[.,;!]|$)|(?:your|the) request|(?:creat|writ|generat)ing)`,
  `${cannot} (?:fulfil?l|complete|comply with|process|answer) (?:that|this|your|the) request`,
  `${cannot} (?:create|generate|write|provide|produce|draft) (?:[a-z-]+ )?(?:content|tweets?|posts?|threads?) (?:that|about|on|for|which|promoting)`,
  "(?:dabei|damit|hierbei) (?:leider )?nicht (?:weiter)?helfen|(?:diese|deine|Ihre) (?:Anfrage|Bitte) (?:leider )?nicht (?:erfüllen|bearbeiten)",
  "no puedo (?:ayudar(?:te|le)? con es[oa]|(?:cumplir con|atender|responder a) (?:esta|esa|tu|su) (?:solicitud|petición))",
  "ne peux pas (?:(?:vous |t['’])?aider (?:avec|à) (?:cela|ça|cette)|(?:répondre à|satisfaire|traiter) (?:cette|votre|ta) demande)",
  "non posso (?:aiutar(?:ti|la|e) con (?:questo|ciò|questa)|(?:soddisfare|accogliere) (?:questa|la tua|la sua) richiesta)",
  "não posso (?:(?:te |lhe )?ajudar com (?:isso|isto|essa)|(?:atender|cumprir|responder)(?: a| à)? (?:essa|esta|sua) solicitação)",
  "не могу (?:(?:вам |тебе )?помочь (?:с этим|в этом)|(?:выполнить|обработать) (?:этот|ваш|данный) запрос)",
  "لا (?:يمكنني|أستطيع) (?:المساعدة في (?:ذلك|هذا)|(?:تنفيذ|تلبية) (?:هذا|طلبك))",
  "(?:इसमें|इस अनुरोध (?:में|को)) (?:आपकी )?(?:मदद|सहायता|पूरा) नहीं कर सक",
  "(?:无法|不能|無法)(?:协助|帮助|满足|完成|处理|提供|協助|滿足)[^。！\\n]{0,6}(?:请求|要求|此类|这类|請求|此類|這類)",
  "(?:要望|依頼|リクエスト)には?お応え(?:することは)?できません|お手伝い(?:する)?(?:ことは)?でき(?:ません|かねます)",
  "요청[은을]? ?(?:도와드릴|수행할|처리할) 수 없|도와드릴 수 없습니다",
];
const refusal = new RegExp(refusals.join("|"), "gimu");
const refuses = "It refuses to write instead of being a post.";
const talks = "It talks to whoever asked for it: it has to be the post alone.";
const shows = (noun: string) => `It has ${noun}, and X shows its signs.`;
const hasGap = (gap: string) => `It has a gap that somebody would have to fill in: ${gap}.`;

const faults: readonly [RegExp, string | ((found: string) => string)][] = [
  [/\bas an? (?:(?:AI|large) )?(?:language model|AI assistant),? I\b/gi, "It speaks as an AI model."],
  [refusal, refuses],
  [
    /\blet me know if you(?:['’]d like| want| need)[^.!?\n]{0,40}\b(?:more|changes?|version|tone|adjust)\b[^.!?\n]{0,60}[.!]*\s*$/gi,
    talks,
  ],
  [/\bwould you like me to\b|\bfeel free to (?:adjust|edit|tweak|change|modify)\b/gi, talks],
  [/\[(?:your|insert|add)\s(?!coin)[^\]\n]+\]|\[[\w ]*\b(?:name|link|url|product|brand|company)(?: here)?\]/gi, hasGap],
  [/\{\{[^{}\n]+\}\}|\bXX+%|[$€£]XX+\b|(?<![\w.-])example\.(?:com|org|net)\b/g, hasGap],
  [/^(?:#{2,6} \S|# \p{Lu}.*\n)/gmu, shows("a heading")],
  [/---:?[ \t]*\|/g, shows("a table")],
  [/```/g, shows("a code fence")],
  [/<br ?\/?>|<\/(?:p|a|b|i|u|em|strong|ul|ol|li|div|span|h[1-6]|html|body|code|pre)>/gi, shows("HTML")],
];

/** Returns the fault as a sentence for the writer, or null. Text that the topic also has is no fault. */
export function formFault(text: string, topic: string): string | null {
  const own = topic.toLowerCase();
  for (const [pattern, fault] of faults) {
    const found = [...text.matchAll(pattern)]
      .map(([part]) => part.trim())
      .find((part) => !own.includes(part.toLowerCase()));
    if (found !== undefined) return typeof fault === "string" ? fault : fault(found);
  }
  const named = new Set(hashtagsIn(topic));
  const tags = hashtagsIn(text).filter((tag) => !named.has(tag));
  return tags.length > maxHashtags ? "It has more than three hashtags." : null;
}

const maxHashtags = 3;

export const isRefusal = (text: string): boolean => text.search(refusal) >= 0;
