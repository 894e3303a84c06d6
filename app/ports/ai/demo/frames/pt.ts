// The demo writer's Portuguese; "sobre" takes a topic with or without its article.
import type { FrameSet } from "./frame-set";

export const pt: FrameSet = {
  quotes: ["“", "”"],
  bare: /^(?!(?:como|por|porque|o que|que|quando|onde|quem|qual|é|são|se|eu|escrev\p{L}*|cri[ea]\p{L}*|faça)(?!\p{L}))\S+(?: \S+){0,3}$/iu,
  requests: [
    /^(?:por favor,? )?(?:escreva|escreve|crie|cria|gere|faça)(?:-me| me)?(?: \p{L}+| \d+){0,3}? (?:tweets?|tuítes?|posts?|publicações)(?: sobre| acerca de)[: ]+([^: ].*)$/isu,
  ],
  nothing: "o que não se diz",
  frames: [
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
};
