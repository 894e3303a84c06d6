// Every reason Gemini gives for stopping or for refusing a prompt, and what Linnet makes of each. The reference suite holds the list against Google's schema.
import type { WriterFailure } from "~/ports/ai/port";

/** null: a good end. The number is how many calls it comes to. */
export const finishReasons: Record<string, [failure: WriterFailure, calls: number] | null> = {
  FINISH_REASON_UNSPECIFIED: null,
  STOP: null,
  MAX_TOKENS: ["cut", 1],
  SAFETY: ["blocked", 1],
  RECITATION: ["blocked", 1],
  LANGUAGE: ["blocked", 1],
  OTHER: ["failed", 1],
  BLOCKLIST: ["blocked", 1],
  PROHIBITED_CONTENT: ["blocked", 1],
  SPII: ["blocked", 1],
  MALFORMED_FUNCTION_CALL: ["malformed", 2],
  IMAGE_SAFETY: ["failed", 1],
  IMAGE_PROHIBITED_CONTENT: ["failed", 1],
  IMAGE_OTHER: ["failed", 1],
  NO_IMAGE: ["failed", 1],
  IMAGE_RECITATION: ["failed", 1],
  UNEXPECTED_TOOL_CALL: ["malformed", 2],
  TOO_MANY_TOOL_CALLS: ["malformed", 2],
  MISSING_THOUGHT_SIGNATURE: ["malformed", 2],
  MALFORMED_RESPONSE: ["malformed", 2],
  ESCALATION: ["blocked", 1],
};

export const blockReasons = [
  "BLOCK_REASON_UNSPECIFIED",
  "SAFETY",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "IMAGE_SAFETY",
];
