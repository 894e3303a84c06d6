// The demo writer's Italian; "tema" carries the topic, so that no preposition has to melt into its article.
import type { FrameSet } from "./frame-set";

export const it: FrameSet = {
  quotes: ["«", "»"],
  bare: /^(?!(?:come|perché|che|cosa|quando|dove|chi|quale|è|sono|se|io|il|lo|la|gli|le|i|un|una|scriv\p{L}*|crea\p{L}*)(?!\p{L})|l['’])\S+(?: \S+){0,2}$/iu,
  requests: [
    /^(?:per favore,? )?(?:scrivi(?:mi)?|crea|genera|fammi)(?: \p{L}+| \d+){0,3}? (?:tweet|post)(?: su| sul tema| riguardo a)[: ]+([^: ].*)$/isu,
  ],
  nothing: "il non detto",
  frames: [
    "Sul tema {topic}, che cosa si fraintende più spesso? Ho un sospetto, ma prima vorrei leggere il vostro.",
    "Raccontatemi il vostro primo incontro con il tema {topic}. Più è goffo, meglio è.",
    "Tre domande che farei a chiunque sul tema {topic}:\n\n1. Che cosa ti ha attirato?\n2. Che cosa stava per farti smettere?\n3. Che cosa non ti aspettavi?",
    "Come affronterei il tema {topic} da zero:\n\n→ chiedere a chi ne sa\n→ provare una cosa piccola\n→ annotare ciò che mi sorprende\n→ ricominciare",
    "Avere un’opinione sul tema {topic} è facile. Dire che cosa la cambierebbe, molto meno. Allora: che cosa cambierebbe la vostra?",
    "Mito o verità? Scrivete l’affermazione più audace che avete sentito sul tema {topic} e la smontiamo insieme.",
    "A chi altro sta a cuore il tema {topic}? Fatevi vivi, mi piace seguire chi pensa ad alta voce.",
    "Il mio piano per la settimana: guardare al tema {topic} con occhi nuovi, senza sentenze fino a venerdì. Auguratemi buona fortuna.",
    "Sondaggio lampo sul tema {topic}:\n\n🟢 ci sto\n🟡 mi incuriosisce\n🔴 non fa per me\n\nRispondete con un colore e una frase.",
    "Qual è il peggior consiglio che avete ricevuto sul tema {topic}? Punti extra se l’avete seguito.",
    "Un link, un libro, una persona: da dove continuo per capire meglio il tema {topic}?",
    "Promemoria per me sul tema {topic}: prima la curiosità, poi le certezze.",
  ],
};
