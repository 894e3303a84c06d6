// Links to the newer and the older page of a list.
import { ButtonLink } from "~/ui/form/button";

interface PagerProps {
  label: string;
  newer: string | null;
  older: string | null;
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
