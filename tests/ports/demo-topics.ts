// Topics of each kind in each language that the demo writer speaks.
import type { Language } from "~/ports/ai/demo/language";

interface Topics {
  noun: readonly string[];
  statement: readonly string[];
  question: readonly string[];
}

const topics: Record<Language, Topics> = {
  en: {
    noun: [
      "coffee at work",
      "the cost of coffee",
      "slow travel by train",
      "Node.js for beginners",
      "keeping bees on a roof",
    ],
    statement: [
      "Remote work makes juniors invisible.",
      "Coffee is a tool, not a pleasure.",
      "Most meetings could be a note",
    ],
    question: ["How do I learn Rust?", "why is remote work so hard", "Should schools start later?"],
  },
  de: {
    noun: ["Kaffee im Büro", "Datenschutz im Verein", "künstliche Intelligenz"],
    statement: [
      "Homeoffice macht Berufsanfänger unsichtbar.",
      "Die meisten Besprechungen sind zu lang",
      "Kaffee ist ein Werkzeug.",
    ],
    question: ["Wie lerne ich Rust?", "warum schmeckt der Kaffee im Büro nicht", "Sollte die Schule später beginnen?"],
  },
  fr: {
    noun: ["le télétravail", "le café au bureau", "l’intelligence artificielle"],
    statement: [
      "Le télétravail rend les débutants invisibles.",
      "La plupart des réunions sont trop longues",
      "Le café est un outil.",
    ],
    question: ["Comment apprendre la cuisine ?", "pourquoi le café du bureau est mauvais", "Faut-il dormir plus ?"],
  },
  es: {
    noun: ["el café en la oficina", "inteligencia artificial", "los viajes en tren"],
    statement: [
      "El trabajo remoto vuelve invisibles a los más jóvenes.",
      "La mayoría de las reuniones son demasiado largas",
      "El café es una herramienta.",
    ],
    question: ["¿Cómo se aprende a cocinar?", "por qué cuesta tanto aprender", "¿Qué libros vale la pena leer?"],
  },
  pt: {
    noun: ["o café no escritório", "inteligência artificial na educação", "viagens de trem"],
    statement: [
      "O trabalho remoto deixa os iniciantes invisíveis.",
      "A maioria das reuniões é longa demais, não",
      "O café é uma ferramenta.",
    ],
    question: [
      "Como aprender a cozinhar?",
      "por que a gente dorme tão mal no trabalho",
      "Quem precisa de mais uma reunião?",
    ],
  },
  it: {
    noun: ["lavoro da remoto", "il caffè in ufficio", "vita privata e lavoro"],
    statement: [
      "Il lavoro da remoto rende invisibili i più giovani.",
      "La maggior parte delle riunioni è troppo lunga",
      "Il caffè è uno strumento.",
    ],
    question: [
      "Come si impara a cucinare?",
      "perché il caffè in ufficio non è buono",
      "Quali libri leggere per imparare?",
    ],
  },
  ru: {
    noun: ["удалённая работа", "кофе на работе", "здоровый сон"],
    statement: ["Удалёнка делает новичков невидимыми.", "Большинство совещаний можно отменить", "Кофе это инструмент."],
    question: ["Как выучить новый язык?", "почему так трудно рано вставать", "Зачем нужны совещания?"],
  },
  ar: {
    noun: ["العمل عن بعد", "القهوة في المكتب", "تعلم الطبخ"],
    statement: [
      "العمل عن بعد يجعل الموظفين الجدد غير مرئيين.",
      "القهوة ليست متعة بل أداة",
      "الاجتماعات الطويلة تقتل الفكرة.",
    ],
    question: ["كيف أتعلم الطبخ؟", "لماذا تفشل الاجتماعات", "هل نحتاج إلى اجتماع آخر؟"],
  },
  hi: {
    noun: ["दूरस्थ कार्य", "दफ़्तर की कॉफ़ी", "अच्छी नींद"],
    statement: ["दूर से काम करने पर नए लोग दिखते नहीं हैं।", "ज़्यादातर बैठकें बहुत लंबी होती हैं", "कॉफ़ी एक औज़ार है।"],
    question: ["नई भाषा कैसे सीखें?", "अच्छी नींद कैसे लें", "बैठकें इतनी लंबी क्यों होती हैं?"],
  },
  ja: {
    noun: ["猫カフェの楽しみ方", "機械学習", "職場のコーヒー"],
    statement: ["リモートワークは新人を見えなくする。", "会議のほとんどは長すぎます", "コーヒーは道具だ。"],
    question: ["どうすれば早起きできますか？", "なぜ会議は長くなるのか", "新しい言語はどうやって学ぶ？"],
  },
  ko: {
    noun: ["재택근무", "회사에서 커피", "겨울 바다"],
    statement: ["재택근무는 신입을 보이지 않게 만든다.", "회의는 대부분 너무 길어요", "커피는 도구이다."],
    question: ["새 언어는 어떻게 배우나요?", "왜 회의는 길어질까", "아침 일찍 일어나려면 무엇이 필요할까요?"],
  },
  zh: {
    noun: ["远程办公", "咖啡馆里的远程办公", "社会学入门"],
    statement: ["远程办公让新人隐形。", "大多数会议都可以取消", "咖啡是工具，不是享受。"],
    question: ["如何学习编程？", "为什么会议总是这么长", "早起真的有用吗？"],
  },
  "zh-Hant": {
    noun: ["遠距工作", "咖啡館裡的遠距工作", "社會學入門"],
    statement: ["遠距工作讓新人隱形。", "大多數會議都可以取消", "咖啡這個東西是工具，不是享受。"],
    question: ["如何學習寫程式？", "為什麼會議總是這麼長", "早起真的有用嗎？"],
  },
};

export const languages = Object.keys(topics) as Language[];
export const topicsOf = (language: Language): Topics => topics[language];
