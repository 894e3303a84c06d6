// The demo writer's French; the topic stands in guillemets, since an article can't be guessed.
import type { FrameSet } from "./frame-set";

/** French sets a no-break space before ? ! : and inside guillemets. */
const bound = (text: string): string => text.replace(/ (?=[?!:;»])|(?<=«) /g, "\u00a0");

export const fr: FrameSet = {
  quotes: ["«\u00a0", "\u00a0»"],
  bare: /^(?:le|la|les|l['’]|mon|ma|mes|notre|nos|ce|cette|ces) ?\S+(?: \S+){0,3}$/iu,
  requests: [
    /^(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:écri(?:s|vez|re)|rédige[rz]?|crée[rz]?|génère[rz]?)(?:-moi)?(?: \p{L}+| \d+){0,3}? (?:tweets?|posts?|publications?)(?: sur| à propos de| concernant)[: ]+([^: ].*)$/isu,
  ],
  nothing: "le non-dit",
  frames: [
    "Sur {topic}, qu’est-ce qu’on comprend le plus souvent de travers ? J’ai ma petite idée, mais je préfère lire la vôtre d’abord.",
    "Votre toute première histoire avec {topic} ? Racontez. Plus c’est maladroit, mieux c’est.",
    "Trois questions que je poserais à n’importe qui sur {topic} :\n\n1. Qu’est-ce qui vous a attiré ?\n2. Qu’est-ce qui a failli vous décourager ?\n3. Qu’est-ce qui vous a surpris ?",
    "Ma méthode pour découvrir {topic} en partant de zéro :\n\n→ interroger quelqu’un qui connaît\n→ essayer une petite chose\n→ noter ce qui m’étonne\n→ recommencer",
    "Avoir un avis sur {topic}, c’est facile. Dire ce qui le ferait changer, beaucoup moins. Alors, qu’est-ce qui ferait changer le vôtre ?",
    "Mythe ou vérité ? Donnez-moi l’affirmation la plus audacieuse que vous ayez entendue sur {topic}, on la décortique ensemble.",
    "Qui d’autre s’intéresse de près à ce sujet : {topic} ? Dites bonjour, j’aime suivre les gens qui réfléchissent à voix haute.",
    "Mon programme de la semaine : regarder {topic} avec des yeux neufs, et aucun avis tranché avant vendredi. Souhaitez-moi bonne chance.",
    "Petit sondage sur {topic} :\n\n🟢 à fond\n🟡 par curiosité\n🔴 très peu pour moi\n\nRépondez par une couleur et une phrase.",
    "Expliquez {topic} à un enfant de dix ans, en une phrase. La plus jolie réponse file dans mon carnet.",
    "Opinion en chantier : sur {topic}, une bonne question vaut mieux qu’une réponse rapide. La mienne : que feriez-vous autrement si vous recommenciez aujourd’hui ?",
    "Quel est le pire conseil qu’on vous ait donné sur {topic} ? Points bonus si vous l’avez suivi.",
    "Un lien, un livre, une personne : vers quoi me tourner pour mieux comprendre {topic} ?",
    "Note à moi-même sur {topic} : curiosité d’abord, certitudes ensuite.",
  ].map(bound),
};
