// A sentence as it is said: one of the specification's Chinese ones has its English under it, and each names its language.
import { englishOf } from "~/ground/messages";
import { langOf } from "./lang";

/** Stands wherever a sentence is shown that may come from the catalogue. */
export function Message({ text }: { text: string }) {
  const lang = langOf(text);
  if (!lang) return <span>{text}</span>;
  const english = englishOf(text);
  return (
    <span className="message">
      <span lang={lang}>{text}</span>
      {/* The blank keeps the two apart where only their text is taken, as in a name. */}
      {english !== null && " "}
      {english !== null && (
        <span className="message__english" lang="en">
          {english}
        </span>
      )}
    </span>
  );
}
