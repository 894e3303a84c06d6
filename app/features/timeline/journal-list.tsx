// Renders a tweet's history. It's collapsed unless something failed or is unknown.
import type { JournalTone } from "~/features/publishing/rules/journal-words";
import { Icon } from "~/ui/icons/icon";
import { Message } from "~/ui/message";

export interface JournalLine {
  at: string;
  iso: string;
  text: string;
  tone: JournalTone;
}

interface JournalListProps {
  /** The latest ones, oldest first. */
  lines: readonly JournalLine[];
  count: number;
  open: boolean;
}

export function JournalList({ lines, count, open }: JournalListProps) {
  if (lines.length === 0) return null;
  return (
    <details className="fold" open={open}>
      <summary>
        <Icon of="chevron-right" />
        <h3>Activity</h3>
        <span className="hint">{count === 1 ? "1 event" : `${count} events`}</span>
      </summary>
      {count > lines.length && (
        <p className="hint">{`Showing the latest ${lines.length} events. Your data export includes all of them.`}</p>
      )}
      <ol className="journal">
        {lines.map(({ at, iso, text, tone }, index) => (
          <li className={`journal__line journal__line--${tone}`} key={index}>
            <time dateTime={iso}>{at}</time>
            <p>
              <Message text={text} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
