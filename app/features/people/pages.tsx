// Renders a list's paging links. Kept separate, because every page would load a shared script.
import { ButtonLink } from "~/ui/form/button";

interface PagesProps {
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
