// The demo writer's German; "Thema" carries the topic, so that it needs neither case nor article.
import type { FrameSet } from "./frame-set";

export const de: FrameSet = {
  quotes: ["„", "“"],
  bare: /^(?!(?:wie|warum|wieso|was|wann|wo|wer|welche[rsn]?|ist|sind|kann|soll|wenn|ich|wir|der|die|das|ein|eine|mein|meine|schreib\p{L}*)(?!\p{L}))\S+(?: \S+){0,2}$/iu,
  requests: [
    /^(?:bitte )?(?:schreibe?|erstelle?|verfasse?|generiere?)(?: mir| uns| bitte)*(?: \p{L}+| \d+){0,3}? (?:tweets?|posts?|beiträge|beitrag)(?: über| zu| zum thema| für)[: ]+([^: ].*)$/isu,
  ],
  nothing: "Unausgesprochenes",
  frames: [
    "Was wird beim Thema {topic} am häufigsten missverstanden? Ich habe eine Vermutung, aber erst seid ihr dran.",
    "Erzählt mir von eurer ersten Begegnung mit dem Thema {topic}. Je chaotischer die Geschichte, desto besser.",
    "Drei Fragen, die ich zum Thema {topic} jedem stellen würde:\n\n1. Wie bist du dazu gekommen?\n2. Was hätte dich fast abgeschreckt?\n3. Was hättest du nie erwartet?",
    "So würde ich mich dem Thema {topic} von null an nähern:\n\n→ jemanden fragen, der sich auskennt\n→ eine Kleinigkeit ausprobieren\n→ notieren, was mich überrascht\n→ von vorn",
    "Eine Meinung zum Thema {topic} zu haben ist leicht. Schwerer ist zu sagen, was sie ändern würde. Also: Was würde eure ändern?",
    "Mythos oder Wahrheit? Schickt mir die steilste Behauptung, die ihr zum Thema {topic} gehört habt. Wir nehmen sie gemeinsam auseinander.",
    "Wem liegt das Thema {topic} auch am Herzen? Sagt kurz Hallo, ich folge gern Leuten, die laut nachdenken.",
    "Mein Plan für diese Woche: das Thema {topic} mit frischem Blick ansehen und bis Freitag nichts besser wissen. Drückt mir die Daumen.",
    "Blitzumfrage zum Thema {topic}:\n\n🟢 voll dabei\n🟡 neugierig\n🔴 nichts für mich\n\nAntwortet mit einer Farbe und einem Satz dazu.",
    "Erklärt einem zehnjährigen Kind das Thema {topic} in einem Satz. Die schönste Antwort kommt in mein Notizbuch.",
    "Meinung in Arbeit: Beim Thema {topic} ist eine gute Frage mehr wert als eine schnelle Antwort. Meine wäre: Was würdet ihr heute anders anfangen?",
    "Was war der schlechteste Rat, den ihr je zum Thema {topic} bekommen habt? Extrapunkte, wenn ihr ihn befolgt habt.",
    "Ein Link, ein Buch, ein Mensch: Wo soll ich weiterlesen, um das Thema {topic} besser zu verstehen?",
    "Notiz an mich zum Thema {topic}: erst neugierig sein, dann schlau.",
  ],
};
