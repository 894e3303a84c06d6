// What no unwrapping makes a post: a refusal, a gap, markup. The topic's own words are never held against a text.
import { describe, expect, it } from "vitest";
import { formFault, isRefusal } from "~/ports/ai/answer/form-fault";

const refusals: Record<string, readonly string[]> = {
  en: [
    "I'm sorry, but I can't help with that.",
    "I’m sorry, but I can’t assist with that request.",
    "Sorry, I cannot write tweets about this topic.",
    "I cannot fulfill this request. I am programmed to be a helpful and harmless AI assistant.",
    "I am unable to generate content that promotes gambling.",
    "I can't create posts that make medical promises.",
    "I won't be able to help with this request.",
  ],
  de: ["Es tut mir leid, aber ich kann dabei nicht helfen.", "Ich kann diese Anfrage nicht erfüllen."],
  es: ["Lo siento, pero no puedo ayudarte con eso.", "No puedo cumplir con esta solicitud."],
  fr: ["Je suis désolé, mais je ne peux pas vous aider avec cela.", "Je ne peux pas répondre à cette demande."],
  it: ["Mi dispiace, ma non posso aiutarti con questo.", "Non posso soddisfare questa richiesta."],
  pt: ["Desculpe, mas não posso ajudar com isso.", "Não posso atender a essa solicitação."],
  ru: ["Извините, но я не могу помочь с этим.", "Я не могу выполнить этот запрос."],
  ar: ["عذرًا، لا يمكنني المساعدة في ذلك.", "لا أستطيع تنفيذ هذا الطلب."],
  hi: ["क्षमा करें, मैं इसमें मदद नहीं कर सकता।", "मैं इस अनुरोध को पूरा नहीं कर सकता।"],
  zh: ["抱歉，我无法协助处理这个请求。", "很抱歉，我不能提供这类内容。"],
  ja: ["申し訳ありませんが、そのご要望にはお応えできません。", "申し訳ございませんが、お手伝いすることはできません。"],
  ko: ["죄송하지만 그 요청은 도와드릴 수 없습니다.", "죄송합니다. 해당 요청을 수행할 수 없습니다."],
};

describe("a refusal", () => {
  it("is known in twelve languages", () => {
    expect(Object.keys(refusals)).toHaveLength(12);
  });

  it.each(Object.values(refusals).flat())("is no post: %s", (text) => {
    expect(isRefusal(text)).toBe(true);
    expect(formFault(text, "trains")).toBe("It refuses to write instead of being a post.");
  });

  it.each([
    "I'm sorry, but I can't stop buying notebooks.",
    "Sorry, I can't come to the phone. I'm on a train without a network.",
    "I can't help with the dishes tonight, the bread needs me.",
    "Lo siento, pero no puedo dejar el café.",
    "Es tut mir leid, aber ich kann den Winter nicht leiden.",
    "Извините, но я не могу жить без чая.",
    "抱歉，我今天不能去跑步。",
  ])("is not what a person can't do: %s", (text) => {
    expect(formFault(text, "")).toBeNull();
  });
});

const faulty: readonly (readonly [string, string])[] = [
  ["As an AI language model, I have no favourite train.", "It speaks as an AI model."],
  ["As a large language model I can't take trains.", "It speaks as an AI model."],
  [
    "Trains are great. Let me know if you'd like more!",
    "It talks to whoever asked for it: it has to be the post alone.",
  ],
  [
    "Night trains win. Would you like me to make it shorter?",
    "It talks to whoever asked for it: it has to be the post alone.",
  ],
  ["Trains win. Feel free to adjust the tone.", "It talks to whoever asked for it: it has to be the post alone."],
  ["Meet [Your Product], the calm way to plan.", "It has a gap that somebody would have to fill in: [Your Product]."],
  ["Book today at [insert link here]", "It has a gap that somebody would have to fill in: [insert link here]."],
  ["[Company Name] is hiring.", "It has a gap that somebody would have to fill in: [Company Name]."],
  ["Hello {{first_name}}, trains!", "It has a gap that somebody would have to fill in: {{first_name}}."],
  ["We grew XX% last year.", "It has a gap that somebody would have to fill in: XX%."],
  ["Only $XX a month.", "It has a gap that somebody would have to fill in: $XX."],
  ["Read on at example.com/trains", "It has a gap that somebody would have to fill in: example.com."],
  ["# Slow Trains\n\nThey win.", "It has a heading, and X shows its signs."],
  ["## Why trains\nThey win.", "It has a heading, and X shows its signs."],
  ["| Train | Late |\n|---|---|\n| ICE | yes |", "It has a table, and X shows its signs."],
  ["Run this:\n```js\ngo()\n```", "It has a code fence, and X shows its signs."],
  ["Trains <b>win</b>.", "It has HTML, and X shows its signs."],
  ["Trains<br>win.", "It has HTML, and X shows its signs."],
  ["Go #one #two #three #four", "It has more than three hashtags."],
];

describe("a text that can't go out as it is", () => {
  it.each(faulty)("has its fault said: %j", (text, fault) => {
    expect(formFault(text, "slow trains")).toBe(fault);
  });

  it.each([...faulty.map(([text]) => text), ...Object.values(refusals).flat()])(
    "is the person's own where their topic has it: %j",
    (text) => {
      expect(formFault(text, `About this: ${text}`)).toBeNull();
    },
  );
});
