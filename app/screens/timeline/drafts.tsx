// Every text that is not sent, under the week, page by page: each opens its tweet, or the bot that waits with it.
import { Glyph, statusWords } from "~/ui/page/badge";
import { Link } from "~/ui/link";
import { Section } from "~/ui/page/page";
import { Pager } from "~/ui/page/pager";
import type { Draft, Drafts as Data } from "./drafts.server";
import { useHrefWith } from "~/screens/forms/use-href-with";

export function Drafts({ data: { drafts, total, older, newer } }: { data: Data }) {
  const { hrefWith } = useHrefWith();
  if (total === 0) return null;
  const page = (drafts: string | null) => (drafts === null ? null : `${hrefWith({ drafts: drafts || null })}#ideas`);
  return (
    <div id="ideas">
      <Section title="Ideas" count={total} hint="Every text that is not sent. Open one to post it or to choose when.">
        <ul className="list">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <Row draft={draft} to={draft.approveHref ?? hrefWith({ tweet: String(draft.id) })} />
            </li>
          ))}
        </ul>
        <Pager label="Pages of ideas" newer={page(newer)} older={page(older)} />
      </Section>
    </div>
  );
}

function Row({ draft: { content, failed, from, topic, day, iso }, to }: { draft: Draft; to: string }) {
  return (
    <Link className="list__row" to={to} preventScrollReset>
      <Glyph status={failed ? "failed" : "pending"} />
      <span className="list__words">
        <span dir="auto">{content}</span>
        <span className="hint">
          {failed && <strong>{statusWords.failed} · </strong>}
          {from}
          {topic !== null && (
            <>
              {" "}
              “<bdi>{topic}</bdi>”
            </>
          )}
        </span>
      </span>
      <time dateTime={iso}>{day}</time>
    </Link>
  );
}
