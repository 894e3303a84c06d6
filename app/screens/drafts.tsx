// One's own words that are not on the timeline yet, under it: each opens its tweet.
import { Link } from "~/ui/link";
import { Glyph } from "~/ui/badge";
import { Section } from "~/ui/page";
import type { Draft } from "./timeline.server";
import { useHere } from "./use-here";

export function Drafts({ drafts }: { drafts: readonly Draft[] }) {
  const { here } = useHere();
  if (drafts.length === 0) return null;
  return (
    <Section title="Written, not on the timeline" count={drafts.length} hint="Open one to post it or to choose when.">
      <ul className="list">
        {drafts.map(({ id, content, day, iso }) => (
          <li key={id}>
            <Link className="list__row" to={here({ tweet: String(id) })} preventScrollReset>
              <Glyph status="pending" />
              <span dir="auto">{content}</span>
              <time dateTime={iso}>{day}</time>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
