// Shows a message; a Chinese one of the specification together with its English translation.
import { useRouteLoaderData } from "@remix-run/react";
import { englishOf, type Language } from "~/ground/messages";
import { langOf } from "./lang";

export function Message({ text }: { text: string }) {
  const first = useRouteLoaderData<{ language?: Language }>("root")?.language ?? "en";
  const lang = langOf(text);
  if (!lang) return <span>{text}</span>;
  const english = englishOf(text);
  if (english === null)
    return (
      <span className="message">
        <span lang={lang}>{text}</span>
      </span>
    );
  const inChinese = { language: lang, line: text };
  const inEnglish = { language: "en", line: english };
  const [above, below] = first === "zh" ? ([inChinese, inEnglish] as const) : ([inEnglish, inChinese] as const);
  return (
    <span className="message">
      <span lang={above.language}>{above.line}</span> {/* Separates the two in an accessible name. */}
      <span className="message__second" lang={below.language}>
        {below.line}
      </span>
    </span>
  );
}
