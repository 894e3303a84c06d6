// Portuguese frames of the demo writer. "sobre" takes a topic with or without an article.
import { clauseFrom, firstWords, grammar, words, type FrameSet } from "./frame-set";

export const pt: FrameSet = {
  quotes: ["“", "”"],
  bare: /^(?!(?:como|por|porque|o que|que|quando|onde|quem|qual|é|são|se|eu|escrev\p{L}*|cri[ea]\p{L}*|faça)(?!\p{L}))\S+(?: \S+){0,6}$/iu,
  requests: [
    /^(?:por favor,? )?(?:escreva|escreve|crie|cria|gere|faça)(?:-me| me)?(?: \p{L}+| \d+){0,3}? (?:tweets?|tuítes?|posts?|publicações)(?: sobre| acerca de)[: ]+([^: ].*)$/isu,
  ],
  nothing: "o que não se diz",
  tooLong: "as ideias que não cabem em um post só",
  stop: ".",
  ask: "?",
  grammar: grammar({
    says: words(
      "é são está estão era eram foi foram será serão seria há tem têm pode podem deve devem faz fazem precisa precisam quer querem vira viram custa custam serve servem funciona funcionam sabe sabem vai vão sou somos estou tenho temos fica ficam torna tornam deixa deixam parece destrói merece existe vale",
    ),
    maybe: words(
      "não nunca ninguém nada ajuda muda mudam mata falta importa basta ganha perde cansa cria economiza sempre se",
    ),
    clause: clauseFrom("que quem onde quando se porque como cujo cuja"),
    asks: firstWords("como por_que o_que que quando onde quem qual quais quant\\p{L}+ para_que será_que"),
    own: firstWords(
      "eu meu minha meus minhas nós nosso\\p{L}* nossa\\p{L}* a_gente sou estou tenho experimente pare faça baixe assine reserve ignore escrev[ae] não_\\p{L}+e",
    ),
    leans: firstWords(
      "e mas ou então depois pois porque assim também além ele ela eles elas isso isto esse essa esses essas este esta lá seu sua seus suas ao_contrário por_isso",
    ),
    article: firstWords("o a os as um uma meu minha nosso nossa seu sua este esta"),
  }),
  nouns: [
    "O que mais se entende errado sobre {topic}? Tenho um palpite, mas quero ler o seu primeiro.",
    "Quero ler estreias: conte a sua primeira história sobre {topic}. Quanto mais atrapalhada, melhor.",
    "Três perguntas que eu faria a qualquer pessoa sobre {topic}:\n\n1. O que atraiu você?\n2. O que quase fez você desistir?\n3. O que você não esperava?",
    "Como eu aprenderia sobre {topic} do zero:\n\n→ perguntar a quem conhece\n→ experimentar uma coisa pequena\n→ anotar o que me surpreender\n→ repetir",
    "Ter opinião sobre {topic} é fácil. Difícil é dizer o que faria a gente mudar. Então: o que mudaria a sua?",
    "Mito ou verdade? Deixe aqui a frase mais ousada que você já ouviu sobre {topic} e a gente desmonta junto.",
    "Mais alguém anda pensando neste assunto: {topic}? Diga oi, gosto de seguir quem pensa em voz alta.",
    "Meu plano da semana: pensar sobre {topic} com olhos novos e sem sentenças até sexta. Me desejem sorte.",
    "Enquete rápida sobre {topic}:\n\n🟢 tô dentro\n🟡 curioso\n🔴 não é pra mim\n\nResponda com uma cor e uma frase.",
    "Qual foi o pior conselho que você já recebeu sobre {topic}? Pontos extras se você seguiu.",
    "Um link, um livro, uma pessoa: por onde continuo para entender melhor este assunto: {topic}?",
    "Recado para mim sobre {topic}: primeiro a curiosidade, depois as certezas.",
  ],
  statements: [
    "{line}\n\nO que precisaria mudar para isso deixar de ser verdade?",
    "{line}\n\nQueria muito me enganar nessa. Quem tem um contraexemplo?",
    "Me convença do contrário:\n\n{line}",
    "{line}\n\n🟢 já vivi isso\n🟡 depende\n🔴 nunca vi\n\nUma cor e uma frase dizendo por quê.",
    "Suponha que seja verdade:\n\n{line}\n\nO que você faria diferente amanhã?",
    "Metade vai concordar, metade não. Quero ler a segunda metade.\n\n{line}",
    "{line}\n\nQuem ganha com isso, e quem paga a conta?",
    "Óbvio ou nem um pouco?\n\n{line}",
    "{line}\n\nFalar é fácil. O que provaria isso?",
  ],
  questions: [
    "{line}\n\nUma regra só: responda com algo que você viu, não com algo que você leu.",
    "{line}\n\nSe a sua resposta começa com “depende”, diga de quê.",
    "A pergunta do dia:\n\n{line}",
    "{line}\n\nE a mais difícil: como você perceberia que a sua resposta está errada?",
    "Respostas curtas e sinceras, por favor:\n\n{line}",
    "{line}\n\nA segunda resposta que vem à cabeça costuma ser a melhor. É essa que eu quero ler.",
    "Dez pessoas, dez respostas. E a sua?\n\n{line}",
  ],
  lines: [
    "{line}\n\nO que você gostaria de saber agora?",
    "{line}\n\nDá para entender na primeira leitura? Com sinceridade.",
    "{line}\n\nSe você pensou em alguém, mostre para essa pessoa.",
    "{line}\n\nComo você diria isso?",
    "{line}\n\nExplico com prazer. Pode perguntar.",
    "{line}\n\nQual seria a sua primeira objeção?",
    "Em poucas palavras:\n\n{line}",
    "Do jeito mais simples que consigo dizer:\n\n{line}",
    "O que não me sai da cabeça hoje:\n\n{line}",
    "A versão curta:\n\n{line}\n\nA longa, é só pedir.",
    "Vale repetir:\n\n{line}",
  ],
};
