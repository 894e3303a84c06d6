// Lists every topic with the state of its tweets.
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import type { Topic } from "./to-view.server";

export function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <ul className="idea-list" aria-label="Topics">
      {topics.map((topic) => (
        <li className="topic-row" key={topic.id}>
          <p className="topic-row__name" dir="auto" id={`topic-${topic.id}`}>
            <Link to={`/generate?batch=${topic.id}`}>{topic.topic}</Link>
          </p>
          <p className="idea__from">
            <span>{countsOf(topic)}</span>
            {topic.open > 0 && (
              <Link className="link" to={`/ideas?topic=${topic.id}`} aria-describedby={`topic-${topic.id}`}>
                {topic.open === 1 ? "1 draft" : `${topic.open} drafts`}
              </Link>
            )}
            {topic.username !== null && <span>@{topic.username}</span>}
            {topic.searched && <span>Web search</span>}
            {topic.work !== null && <span>{topic.work}</span>}
            <time dateTime={topic.iso}>{topic.when}</time>
          </p>
          <ButtonLink
            size="small"
            icon="feather"
            to={`/generate?${new URLSearchParams({ topic: topic.topic })}`}
            aria-describedby={`topic-${topic.id}`}
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
