// Two ways out of a page of a list: to what stands before it, the newer, and to what stands behind it, the older.
import { ButtonLink } from "~/ui/form/button";

interface PagerProps {
  /** What it turns the pages of: "Pages of ideas". */
  label: string;
  /** Null where there is nothing newer. */
  newer: string | null;
  older: string | null;
  /** What the two ways are called; a list of what is coming has the soonest first. */
  words?: { newer: string; older: string };
}

export function Pager({ label, newer, older, words = { newer: "Newer", older: "Older" } }: PagerProps) {
  if (newer === null && older === null) return null;
  return (
    <nav className="pager" aria-label={label}>
      {newer !== null && (
        <ButtonLink size="small" to={newer} preventScrollReset>
          {words.newer}
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink size="small" to={older} preventScrollReset>
          {words.older}
        </ButtonLink>
      )}
    </nav>
  );
}
