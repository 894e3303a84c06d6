// Renders the week's counts, which are the grid's legend.
import { Glyph, statusWords } from "~/ui/page/badge";
import type { Week } from "./week.types";

const legend = ["published", "scheduled", "publishing", "failed"] as const;

export function Legend({ counts }: { counts: Week["counts"] }) {
  return (
    <ul className="legend" aria-label="The week by status">
      {legend.map((status) => (
        <li key={status}>
          <Glyph status={status} />
          <span>
            <b>{counts[status]}</b> {statusWords[status]}
          </span>
        </li>
      ))}
    </ul>
  );
}
