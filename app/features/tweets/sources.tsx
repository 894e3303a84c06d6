// Shows how many web sources a tweet has; a click opens the list.
import { Icon } from "~/ui/icons/icon";
import { isWebAddress, type TweetView } from "./tweet";

export function Sources({ sources }: { sources: TweetView["sources"] }) {
  const safe = sources.filter((source) => isWebAddress(source.url));
  if (safe.length === 0) return null;
  return (
    <details className="sources">
      <summary className="link">
        <Icon of="globe" />
        <span>{safe.length === 1 ? "1 source" : `${safe.length} sources`}</span>
      </summary>
      <ul>
        {safe.map(({ title, url }) => (
          <li key={url}>
            <a className="link" href={url} rel="noreferrer nofollow external" dir="auto">
              {title || url}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
