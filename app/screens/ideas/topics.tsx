// Lists every topic with the state of its tweets.
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import type { Topic } from "./to-view.server";

export function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <ul className="idea-list" aria-label="Topics">
      {topics.map((one) => (
        <li className="topic-row" key={one.id}>
          <p className="topic-row__name" dir="auto" id={`topic-${one.id}`}>
            <Link to={`/generate?batch=${one.id}`}>{one.topic}</Link>
          </p>
          <p className="idea__from">
            <span>{countsOf(one)}</span>
            {one.open > 0 && (
              <Link className="link" to={`/ideas?topic=${one.id}`} aria-describedby={`topic-${one.id}`}>
                {one.open === 1 ? "1 draft" : `${one.open} drafts`}
              </Link>
            )}
            {one.username !== null && <span>@{one.username}</span>}
            {one.searched && <span>Web search</span>}
            <time dateTime={one.iso}>{one.when}</time>
          </p>
          <ButtonLink
            size="small"
            icon="feather"
            to={`/generate?${new URLSearchParams({ topic: one.topic })}`}
            aria-describedby={`topic-${one.id}`}
          >
            Write more
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

function countsOf({ open, scheduled, out }: Topic): string {
  const sum = open + scheduled + out;
  const parts = [sum === 1 ? "1 tweet" : `${sum} tweets`];
  if (scheduled > 0) parts.push(`${scheduled} scheduled`);
  if (out > 0) parts.push(`${out} posted`);
  return parts.join(", ");
}
