// Phrases that the demo writer adds to rephrase a tweet, by language. None claims a fact.
import type { Language } from "./language";

export interface RefineWords {
  bolder: readonly [string, string];
  personal: readonly [string, string];
  simpler: readonly [string, string];
  /** The demo can't follow instructions, so it adds a question. */
  own: readonly [string, string];
}

export const refineWords: Record<Language, RefineWords> = {
  en: {
    bolder: ["I’ll say it without a “maybe”:\n\n{line}", "{line}\n\nI stand by every word."],
    personal: ["I keep coming back to this:\n\n{line}", "{line}\n\nThat is how I see it, at least today."],
    simpler: ["In plain words:\n\n{line}", "Put simply:\n\n{line}"],
    own: ["{line}\n\nHow would you put it?", "{line}\n\nWhat am I missing?"],
  },
  de: {
    bolder: ["Ich sage es ohne „vielleicht“:\n\n{line}", "{line}\n\nDazu stehe ich, Wort für Wort."],
    personal: ["Darauf komme ich immer wieder zurück:\n\n{line}", "{line}\n\nSo sehe ich es, jedenfalls heute."],
    simpler: ["Einfach gesagt:\n\n{line}", "In schlichten Worten:\n\n{line}"],
    own: ["{line}\n\nWie würdest du es sagen?", "{line}\n\nWas übersehe ich?"],
  },
  fr: {
    bolder: ["Je le dis sans « peut-être » :\n\n{line}", "{line}\n\nJ’assume chaque mot."],
    personal: ["J’y reviens sans cesse :\n\n{line}", "{line}\n\nC’est ainsi que je le vois, du moins aujourd’hui."],
    simpler: ["Dit simplement :\n\n{line}", "En mots simples :\n\n{line}"],
    own: ["{line}\n\nComment le diriez-vous ?", "{line}\n\nQu’est-ce qui m’échappe ?"],
  },
  es: {
    bolder: ["Lo digo sin «quizás»:\n\n{line}", "{line}\n\nMantengo cada palabra."],
    personal: ["Vuelvo a esto una y otra vez:\n\n{line}", "{line}\n\nAsí lo veo yo, al menos hoy."],
    simpler: ["Dicho de forma sencilla:\n\n{line}", "En palabras simples:\n\n{line}"],
    own: ["{line}\n\n¿Cómo lo dirías tú?", "{line}\n\n¿Qué se me escapa?"],
  },
  pt: {
    bolder: ["Digo sem “talvez”:\n\n{line}", "{line}\n\nMantenho cada palavra."],
    personal: ["Volto sempre a isto:\n\n{line}", "{line}\n\nÉ assim que eu vejo, pelo menos hoje."],
    simpler: ["Dito de forma simples:\n\n{line}", "Em palavras simples:\n\n{line}"],
    own: ["{line}\n\nComo você diria isso?", "{line}\n\nO que me escapa?"],
  },
  it: {
    bolder: ["Lo dico senza «forse»:\n\n{line}", "{line}\n\nConfermo ogni parola."],
    personal: ["Continuo a tornarci su:\n\n{line}", "{line}\n\nIo la vedo così, almeno oggi."],
    simpler: ["Detto in modo semplice:\n\n{line}", "In parole povere:\n\n{line}"],
    own: ["{line}\n\nTu come lo diresti?", "{line}\n\nChe cosa mi sfugge?"],
  },
  ru: {
    bolder: ["Скажу без «может быть»:\n\n{line}", "{line}\n\nОтвечаю за каждое слово."],
    personal: ["Я снова и снова возвращаюсь к этому:\n\n{line}", "{line}\n\nТак я вижу это, по крайней мере сегодня."],
    simpler: ["Проще говоря:\n\n{line}", "Простыми словами:\n\n{line}"],
    own: ["{line}\n\nКак бы вы это сказали?", "{line}\n\nЧто я упускаю?"],
  },
  ar: {
    bolder: ["أقولها دون «ربما»:\n\n{line}", "{line}\n\nأتمسك بكل كلمة."],
    personal: ["أعود إلى هذا مرارًا:\n\n{line}", "{line}\n\nهكذا أراه، اليوم على الأقل."],
    simpler: ["بكلمات بسيطة:\n\n{line}", "ببساطة:\n\n{line}"],
    own: ["{line}\n\nكيف تقولونها أنتم؟", "{line}\n\nما الذي يفوتني؟"],
  },
  hi: {
    bolder: ["बिना “शायद” के कहता हूँ:\n\n{line}", "{line}\n\nहर शब्द पर क़ायम हूँ।"],
    personal: ["मैं बार-बार इसी पर लौटता हूँ:\n\n{line}", "{line}\n\nकम से कम आज मैं इसे ऐसे ही देखता हूँ।"],
    simpler: ["सरल शब्दों में:\n\n{line}", "सीधे कहें तो:\n\n{line}"],
    own: ["{line}\n\nआप इसे कैसे कहेंगे?", "{line}\n\nमुझसे क्या छूट रहा है?"],
  },
  zh: {
    bolder: ["不说“也许”，直接说：\n\n{line}", "{line}\n\n这话我认。"],
    personal: ["我总是想起这件事：\n\n{line}", "{line}\n\n至少今天，我是这么看的。"],
    simpler: ["简单地说：\n\n{line}", "用大白话讲：\n\n{line}"],
    own: ["{line}\n\n换作你会怎么说？", "{line}\n\n我漏掉了什么？"],
  },
  "zh-Hant": {
    bolder: ["不說「也許」，直接說：\n\n{line}", "{line}\n\n這話我認。"],
    personal: ["我總是想起這件事：\n\n{line}", "{line}\n\n至少今天，我是這麼看的。"],
    simpler: ["簡單地說：\n\n{line}", "用大白話講：\n\n{line}"],
    own: ["{line}\n\n換作你會怎麼說？", "{line}\n\n我漏掉了什麼？"],
  },
  ja: {
    bolder: ["「たぶん」抜きで言います。\n\n{line}", "{line}\n\nこの言葉に責任を持ちます。"],
    personal: ["私は何度もここに戻ってきます。\n\n{line}", "{line}\n\n少なくとも今日の私はそう見ています。"],
    simpler: ["やさしい言葉で言うと。\n\n{line}", "ひとことで言えば。\n\n{line}"],
    own: ["{line}\n\nあなたならどう言いますか？", "{line}\n\n何か見落としていますか？"],
  },
  ko: {
    bolder: ["“아마도” 없이 말합니다.\n\n{line}", "{line}\n\n한 마디 한 마디 책임지겠습니다."],
    personal: ["저는 자꾸 여기로 돌아옵니다.\n\n{line}", "{line}\n\n적어도 오늘의 저는 그렇게 봅니다."],
    simpler: ["쉽게 말하면 이렇습니다.\n\n{line}", "간단히 말하면 이렇습니다.\n\n{line}"],
    own: ["{line}\n\n여러분이라면 어떻게 말하겠어요?", "{line}\n\n제가 놓친 게 있을까요?"],
  },
};
