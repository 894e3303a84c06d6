// German frames of the demo writer. "Thema" carries the topic, so it needs no case or article.
import { firstWords, grammar, words, type FrameSet } from "./frame-set";

export const de: FrameSet = {
  quotes: ["„", "“"],
  bare: /^(?!(?:wie|warum|wieso|was|wann|wo|wer|welche[rsn]?|ist|sind|kann|soll|wenn|ich|wir|der|die|das|ein|eine|mein|meine|schreib\p{L}*)(?!\p{L}))\S+(?: \S+){0,5}$/iu,
  requests: [
    /^(?:bitte )?(?:schreibe?|erstelle?|verfasse?|generiere?)(?: mir| uns| bitte)*(?: \p{L}+| \d+){0,3}? (?:tweets?|posts?|beiträge|beitrag)(?: über| zu| zum thema| für)[: ]+([^: ].*)$/isu,
  ],
  nothing: "Unausgesprochenes",
  tooLong: "Gedanken, die nicht in einen Post passen",
  stop: ".",
  ask: "?",
  grammar: grammar({
    says: words(
      "ist sind war waren wird wurde wurden bin bist seid hat hatte hatten habe hast kann konnte könnte könnten muss musste müsste soll sollte sollten darf dürfte will wollte mag möchte macht machte braucht geht gibt gab kommt bleibt hilft heißt liegt steht nimmt weiß denkt glaubt findet fehlt reicht kostet tut schadet lohnt funktioniert verdient scheint wirkt führt verändert zerstört rettet spart nervt stimmt bringt fällt ändert lässt hält sieht gewinnt verliert beginnt entsteht gehört",
    ),
    maybe:
      /(?<!\p{L})(?!(?:mit|nicht|seit|laut|gut|weit|alt|bunt|kalt|hart|dort|fast|erst|jetzt|statt|selbst|recht|echt|leicht|schlecht|vielleicht|spät|satt|direkt|perfekt|zuletzt|oft|samt|bereit|bekannt|berühmt|gesund|insgesamt|überhaupt|unbekannt|schlicht|sacht|fest|dicht|acht|rot|tot|fett|nett|glatt|matt|platt)(?!\p{L}))[a-zäöüß]{3,}t(?!\p{L})|(?<!\p{L})(?:haben|werden|können|müssen|sollen|dürfen|wollen|machen|brauchen|gehen|kommen|bleiben|nicht|nie|niemand|alle)(?!\p{L})/u,
    clause: /, (?:der|die|das|dem|den|deren|dessen|dass|wenn|weil|ob|wie|wo|was|wer|damit|um)(?!\p{L}).*$/su,
    asks: firstWords(
      "wie warum wieso weshalb was wann wo woher wohin wer wen wem wessen welche[rsnm]? inwiefern worauf womit wofür",
    ),
    own: firstWords(
      "ich wir mein\\p{L}* unser\\p{L}* bitte lass\\p{L}* hör\\p{L}* mach mach[te] schreib\\p{L}* vergiss\\p{L}* probier\\p{L}* teste\\p{L}* jetzt_\\p{L}+ ignorier\\p{L}*",
    ),
    leans: firstWords(
      "und aber oder denn sondern doch dann also er sie es dies\\p{L}* das_(?:ist|war|sind|macht|heißt|geht|kostet) da damit dadurch deshalb deswegen darum dort so auch außerdem trotzdem ihr\\p{L}* sein\\p{L}* dabei dazu daran danach anders_als",
    ),
  }),
  nouns: [
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
  statements: [
    "{line}\n\nWas müsste passieren, damit das nicht mehr stimmt?",
    "{line}\n\nHier würde ich mich gern irren. Wer hat ein Gegenbeispiel?",
    "Überzeugt mich vom Gegenteil:\n\n{line}",
    "{line}\n\n🟢 selbst erlebt\n🟡 kommt darauf an\n🔴 nie gesehen\n\nEine Farbe, und ein Satz dazu.",
    "Angenommen, das stimmt:\n\n{line}\n\nWas würdet ihr morgen anders machen?",
    "Die einen nicken, die anderen schütteln den Kopf. Mich interessieren die anderen.\n\n{line}",
    "{line}\n\nWer hat etwas davon, und wer zahlt dafür?",
    "Selbstverständlich oder gar nicht?\n\n{line}",
    "{line}\n\nLeicht gesagt. Was wäre ein Beweis?",
  ],
  questions: [
    "{line}\n\nEine Regel: Antwortet mit etwas, das ihr gesehen habt, nicht mit etwas, das ihr gelesen habt.",
    "{line}\n\nWer mit „kommt darauf an“ anfängt, sagt bitte auch, worauf.",
    "Die Frage des Tages:\n\n{line}",
    "{line}\n\nUnd die schwierigere: Woran würdet ihr merken, dass eure Antwort falsch ist?",
    "Bitte kurz und ehrlich:\n\n{line}",
    "{line}\n\nDie zweite Antwort, die einem einfällt, ist oft die bessere. Die möchte ich lesen.",
    "Zehn Leute, zehn Antworten. Und eure?\n\n{line}",
  ],
  lines: [
    "{line}\n\nWas wollt ihr als Nächstes wissen?",
    "{line}\n\nVersteht man das beim ersten Lesen? Seid ehrlich.",
    "{line}\n\nWenn euch dabei jemand einfällt: Zeigt es dieser Person.",
    "{line}\n\nWie würdet ihr es sagen?",
    "{line}\n\nIch erkläre es gern genauer. Fragt mich.",
    "{line}\n\nWas wäre euer erster Einwand?",
    "Kurz gesagt:\n\n{line}",
    "So einfach, wie ich es sagen kann:\n\n{line}",
    "Was mir heute durch den Kopf geht:\n\n{line}",
    "Die kurze Fassung:\n\n{line}\n\nNach der langen dürft ihr fragen.",
    "Das darf man ruhig zweimal sagen:\n\n{line}",
  ],
};
