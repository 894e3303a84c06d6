// The demo writer's Spanish; "sobre" takes a topic with or without its article.
import type { FrameSet } from "./frame-set";

export const es: FrameSet = {
  quotes: ["«", "»"],
  bare: /^(?!(?:cómo|como|por|qué|que|cuándo|dónde|quién|cuál|es|son|si|yo|escrib\p{L}*|crea\p{L}*|haz)(?!\p{L}))\S+(?: \S+){0,3}$/iu,
  requests: [
    /^(?:por favor,? )?(?:escr[ií]be(?:me)?|escriba|crea|genera|redacta|haz)(?:me)?(?: \p{L}+| \d+){0,3}? (?:tweets?|tuits?|publicaciones|posts?)(?: sobre| acerca de)[: ]+([^: ].*)$/isu,
  ],
  nothing: "lo que no se dice",
  frames: [
    "¿Qué es lo que más se malinterpreta sobre {topic}? Tengo una sospecha, pero prefiero leer primero la tuya.",
    "Quiero leer primeras veces: cuéntame tu primera anécdota sobre {topic}. Cuanto más torpe, mejor.",
    "Tres preguntas que le haría a cualquiera sobre {topic}:\n\n1. ¿Qué te atrajo?\n2. ¿Qué casi te hizo desistir?\n3. ¿Qué no te esperabas?",
    "Cómo aprendería sobre {topic} desde cero:\n\n→ preguntar a alguien que sepa\n→ probar algo pequeño\n→ apuntar lo que me sorprenda\n→ repetir",
    "Tener una opinión sobre {topic} es fácil. Decir qué la cambiaría, no tanto. Así que dime: ¿qué cambiaría la tuya?",
    "¿Mito o verdad? Deja aquí la afirmación más atrevida que hayas oído sobre {topic} y la desmontamos entre todos.",
    "¿Alguien más le da vueltas a este tema: {topic}? Saluda por aquí, me gusta seguir a gente que piensa en voz alta.",
    "Mi plan para esta semana: pensar sobre {topic} con ojos nuevos y sin sentencias hasta el viernes. Deséame suerte.",
    "Encuesta rápida sobre {topic}:\n\n🟢 me apunto\n🟡 con curiosidad\n🔴 no es lo mío\n\nResponde con un color y una frase.",
    "Reto del día: explícale a un niño de diez años algo sobre {topic} en una sola frase. La mejor respuesta va directa a mi libreta.",
    "Opinión en obras: sobre {topic}, una buena pregunta vale más que una respuesta rápida. La mía: ¿qué harías distinto si empezaras hoy?",
    "¿Cuál es el peor consejo que te han dado sobre {topic}? Puntos extra si lo seguiste.",
    "Un enlace, un libro, una persona: ¿por dónde sigo para entender mejor este tema: {topic}?",
    "Nota para mí sobre {topic}: primero curiosidad, después certezas.",
  ],
};
