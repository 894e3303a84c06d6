// What the demo writer can take of a voice: its language, no emoji, no hashtags, no avoided words. The rest is beyond it.
import { avoidedIn, type Voice } from "../voice";
import { type Language, languageNamed } from "./language";

/** The voice's language where it names one that the demo writer speaks, else the text's own. */
export const languageFor = (voice: Voice | undefined, own: Language | null): Language | null =>
  (voice?.language ? languageNamed(voice.language) : null) ?? own;

// Digits, # and * are emoji by Unicode's property alone.
const emoji = /[\p{Extended_Pictographic}\p{Emoji_Presentation}\p{Regional_Indicator}\u20E3]/gu;
const hashtag = /(?<![\p{L}\p{N}_&])[#＃](?=[\p{L}\p{N}_]*\p{L})/gu;

const isWithin = (text: string, sign: RegExp, amount: Voice["emoji"]): boolean => {
  const count = text.match(sign)?.length ?? 0;
  return amount === "fits" || count <= (amount === "one" ? 1 : 0);
};

/** Whether a text may be said in this voice. */
export const isInVoice = (text: string, voice: Voice | undefined): boolean =>
  !voice ||
  (avoidedIn(text, voice.avoid) === null &&
    isWithin(text, emoji, voice.emoji) &&
    isWithin(text, hashtag, voice.hashtags));
