// French frames of the demo writer. Guillemets around the topic avoid guessing its article.
import { clauseFrom, firstWords, grammar, words, type FrameSet } from "./frame-set";

/** French puts a no-break space before ? ! : and inside guillemets. */
const bound = (text: string): string => text.replace(/ (?=[?!:;»])|(?<=«) /g, "\u00a0");

export const fr: FrameSet = {
  quotes: ["«\u00a0", "\u00a0»"],
  bare: /^(?:le|la|les|l['’]|mon|ma|mes|notre|nos|ce|cette|ces) ?\S+(?: \S+){0,6}$/iu,
  requests: [
    /^(?:s['’]il (?:te|vous) pla[iî]t,? )?(?:écri(?:s|vez|re)|rédige[rz]?|crée[rz]?|génère[rz]?)(?:-moi)?(?: \p{L}+| \d+){0,3}? (?:tweets?|posts?|publications?)(?: sur| à propos de| concernant)[: ]+([^: ].*)$/isu,
  ],
  nothing: "le non-dit",
  tooLong: "les idées trop longues pour un seul post",
  stop: ".",
  ask: "\u00a0?",
  grammar: grammar({
    says: words(
      "est sont était étaient sera serait fut a ont avait avaient aura peut peuvent doit doivent faut va vont veut veulent sait suffit coûte rend rendent tue tuent devient deviennent fait font c'est n'est n'a n'ont n'y ne suis sommes êtes ai avons avez permet change changent vaut existe semble fonctionne détruit améliore mérite",
    ),
    maybe: words("pas plus reste manque marche aide compte crée gagne perd jamais personne rien toujours"),
    clause: clauseFrom("qui que qu'\\p{L}+ dont où quand si parce_que comme"),
    asks: firstWords(
      "comment pourquoi que quoi qu'est-ce quand où qui quel quelle quels quelles combien est-ce à_quoi à_qui faut-il peut-on",
    ),
    own: firstWords(
      "je j'\\p{L}+ nous mon ma mes notre nos essay\\p{L}* arrêt(?:e|ez|ons) n'oubli\\p{L}* découvrez rejoignez inscrivez\\p{L}* réservez téléchargez ignor(?:e|ez) écri(?:s|vez)",
    ),
    leans: firstWords(
      "et mais ou donc puis car il(?!_(?:y_a|faut)) elle ils elles ce cela ça c'est ceci celui\\p{L}* celle\\p{L}* ceux leur leurs lui y alors ensuite ainsi aussi pourtant cependant sinon son sa ses contrairement cette cet ces",
    ),
    article: firstWords("le la les mon ma mes notre nos ce cette ces un une des l'\\p{L}+"),
  }),
  nouns: [
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
  statements: [
    "{line}\n\nQue faudrait-il pour que ce ne soit plus vrai ?",
    "{line}\n\nJ’aimerais me tromper. Qui a un contre-exemple ?",
    "Faites-moi changer d’avis :\n\n{line}",
    "{line}\n\n🟢 vécu\n🟡 ça dépend\n🔴 jamais vu\n\nUne couleur, et une phrase pour dire pourquoi.",
    "Supposons que ce soit vrai :\n\n{line}\n\nQue feriez-vous autrement dès demain ?",
    "Les uns hocheront la tête, les autres la secoueront. Ce sont les autres que je voudrais lire.\n\n{line}",
    "{line}\n\nÀ qui cela profite-t-il, et qui en paie le prix ?",
    "Évident, ou pas du tout ?\n\n{line}",
    "{line}\n\nFacile à dire. Qu’est-ce qui le prouverait ?",
  ].map(bound),
  questions: [
    "{line}\n\nUne seule règle : répondez avec ce que vous avez vu, pas avec ce que vous avez lu.",
    "{line}\n\nSi votre réponse commence par « ça dépend », dites de quoi.",
    "La question du jour :\n\n{line}",
    "{line}\n\nEt la plus difficile : à quoi verriez-vous que votre réponse est fausse ?",
    "Réponses courtes et sincères, s’il vous plaît :\n\n{line}",
    "{line}\n\nLa deuxième réponse qui vient à l’esprit est souvent la meilleure. C’est celle-là que je voudrais lire.",
    "Dix personnes, dix réponses. Et la vôtre ?\n\n{line}",
  ].map(bound),
  lines: [
    "{line}\n\nQu’aimeriez-vous savoir ensuite ?",
    "{line}\n\nEst-ce clair dès la première lecture ? Répondez franchement.",
    "{line}\n\nSi quelqu’un vous vient à l’esprit, montrez-le-lui.",
    "{line}\n\nComment le diriez-vous ?",
    "{line}\n\nJe l’explique volontiers. Posez-moi vos questions.",
    "{line}\n\nQuelle serait votre première objection ?",
    "En bref :\n\n{line}",
    "Dit aussi simplement que possible :\n\n{line}",
    "Ce qui m’occupe l’esprit aujourd’hui :\n\n{line}",
    "La version courte :\n\n{line}\n\nDemandez-moi la longue.",
    "Cela vaut la peine d’être redit :\n\n{line}",
  ].map(bound),
};
