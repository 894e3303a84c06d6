// Collects the demo writer's sentences by language. They fit any topic, so none claims a fact.
import { ar } from "./frames/ar";
import { de } from "./frames/de";
import { en } from "./frames/en";
import { es } from "./frames/es";
import { fr } from "./frames/fr";
import { hi } from "./frames/hi";
import { it } from "./frames/it";
import { ja } from "./frames/ja";
import { ko } from "./frames/ko";
import { pt } from "./frames/pt";
import { ru } from "./frames/ru";
import { zh } from "./frames/zh";
import { zhHant } from "./frames/zh-hant";
import type { FrameSet, Grammar } from "./frames/frame-set";
import type { Language } from "./language";

export type { FrameSet, Grammar };

export const frameSets: Record<Language, FrameSet> = {
  en,
  zh,
  "zh-Hant": zhHant,
  ja,
  ko,
  de,
  fr,
  es,
  pt,
  it,
  ru,
  ar,
  hi,
};

export const slot = "{topic}";
export const lineSlot = "{line}";
