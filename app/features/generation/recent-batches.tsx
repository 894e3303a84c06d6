// What was asked before: each topic leads back to its tweets.
import { Link } from "~/ui/link";
import { Card } from "~/ui/page";

export interface RecentBatch {
  href: string;
  topic: string;
  /** In the person's zone: "Today, 10:18". */
  when: string;
  whenIso: string;
  /** How many tweets it holds. */
  count: number;
}

export function RecentBatches({ batches }: { batches: readonly RecentBatch[] }) {
  if (batches.length === 0) return null;
  return (
    <Card title="Recent topics">
      <ul className="recent">
        {batches.map(({ href, topic, when, whenIso, count }) => (
          <li key={href}>
            <Link className="recent__link" to={href}>
              <strong dir="auto">{topic}</strong>
              <span className="hint">
                {count === 1 ? "1 tweet" : `${count} tweets`} · <time dateTime={whenIso}>{when}</time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
