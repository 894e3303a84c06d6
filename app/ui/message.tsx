// Shows a message; a Chinese one of the specification gets its English translation below.
import { englishOf } from "~/ground/messages";
import { langOf } from "./lang";

export function Message({ text }: { text: string }) {
  const lang = langOf(text);
  if (!lang) return <span>{text}</span>;
  const english = englishOf(text);
  return (
    <span className="message">
      <span lang={lang}>{text}</span>
      {/* Separates the two in an accessible name. */}
      {english !== null && " "}
      {english !== null && (
        <span className="message__english" lang="en">
          {english}
        </span>
      )}
    </span>
  );
}
