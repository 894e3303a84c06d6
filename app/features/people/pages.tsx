// The ways on from a page of a list. Of this page's own: a part that pages share is a script that all of them load.
import { ButtonLink } from "~/ui/form/button";

interface PagesProps {
  /** What it turns the pages of. */
  label: string;
  newer: string | null;
  older: string | null;
}

export function Pages({ label, newer, older }: PagesProps) {
  const ways = [
    { to: newer, words: "Newer" },
    { to: older, words: "Older" },
  ];
  return (
    <nav className="pager" aria-label={label} hidden={newer === null && older === null}>
      {ways.map(
        ({ to, words }) =>
          to !== null && (
            <ButtonLink size="small" to={to} preventScrollReset key={words}>
              {words}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}
