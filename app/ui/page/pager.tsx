// Two ways out of a page of a list: to what is newer, and to what is older.
import { ButtonLink } from "~/ui/form/button";

interface PagerProps {
  /** What it turns the pages of: "Pages of ideas". */
  label: string;
  /** Null where there is nothing newer. */
  newer: string | null;
  older: string | null;
}

export function Pager({ label, newer, older }: PagerProps) {
  if (newer === null && older === null) return null;
  return (
    <nav className="pager" aria-label={label}>
      {newer !== null && (
        <ButtonLink size="small" to={newer} preventScrollReset>
          Newer
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink size="small" to={older} preventScrollReset>
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
