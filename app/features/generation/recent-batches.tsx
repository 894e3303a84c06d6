// What was asked before: each topic leads back to its tweets.
import { Link } from "~/ui/link";
import { Card } from "~/ui/page/page";
import { Pager } from "~/ui/page/pager";

export interface RecentBatch {
  href: string;
  topic: string;
  /** In the person's zone: "Today, 10:18". */
  when: string;
  whenIso: string;
  /** How many tweets it holds. */
  count: number;
  /** Of the thread that it holds instead; 0: none. */
  parts?: number;
}

interface RecentBatchesProps {
  batches: readonly RecentBatch[];
  /** The way to all of them; null where these are all, or a page of all. */
  allHref?: string | null;
  /** The pages next to this one, where it is a page of all. */
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

/** "5 tweets", "1 thread of 5"; where tweets stand beside the thread, all are counted as tweets. */
const countText = (count: number, parts: number): string =>
  count === 1 ? (parts > 0 ? `1 thread of ${parts}` : "1 tweet") : `${count} tweets`;
