// Lists recent topics with links to their tweets.
import { Link } from "~/ui/link";
import { Card } from "~/ui/page/page";
import { Pager } from "~/ui/page/pager";

export interface RecentBatch {
  href: string;
  topic: string;
  when: string;
  whenIso: string;
  count: number;
  parts?: number;
}

interface RecentBatchesProps {
  batches: readonly RecentBatch[];
  allHref?: string | null;
  /** Set on a page of all topics. */
  pages?: { newer: string | null; older: string | null } | null;
}

export function RecentBatches({ batches, allHref = null, pages = null }: RecentBatchesProps) {
  if (batches.length === 0) return null;
  return (
    <Card
      title={pages ? "All topics" : "Recent topics"}
      aside={
        allHref && (
          <Link className="link" to={allHref} preventScrollReset>
            All topics
          </Link>
        )
      }
    >
      <ul className="recent">
        {batches.map(({ href, topic, when, whenIso, count, parts = 0 }) => (
          <li key={href}>
            <Link className="recent__link" to={href}>
              <strong dir="auto">{topic}</strong>
              <span className="hint">
                {countText(count, parts)} · <time dateTime={whenIso}>{when}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {pages && <Pager label="Pages of topics" {...pages} />}
    </Card>
  );
}

const countText = (count: number, parts: number): string =>
  count === 1 ? (parts > 0 ? `1 thread of ${parts}` : "1 tweet") : `${count} tweets`;
