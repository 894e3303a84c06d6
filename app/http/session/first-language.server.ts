// Reads from Accept-Language which language of a message comes first.
import Negotiator from "negotiator";
import type { Language } from "~/ground/messages";

export function firstLanguage(request: Request): Language {
  const header = request.headers.get("accept-language") ?? "en";
  const negotiator = new Negotiator({ headers: { "accept-language": header } });
  return negotiator.language(["en", "zh"]) === "zh" ? "zh" : "en";
}
