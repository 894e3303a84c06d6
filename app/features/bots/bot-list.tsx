// Renders a list of bots with their topic, state and start or stop button.
import { type ReactNode, useEffect } from "react";
import { Link } from "~/ui/link";
import { ButtonLink } from "~/ui/form/button";
import { inSentence } from "~/features/tweets/tweet";
import { ConnectLink } from "~/features/users/account-state";
import { Empty } from "~/ui/page/empty";
import { Section } from "~/ui/page/page";
import { BotState, StartStop } from "./bot-state";
import type { BotCardView } from "./bot-view";

interface BotListProps {
  title: string;
  headingId: string;
  /** Router key of the navigation that opened the list; a new key scrolls it into view. Null: no link here opened it. */
  openedBy: string | null;
  items: readonly BotCardView[];
  none: string;
  closeHref: string;
  pages?: ReactNode;
}

export function BotList({ title, headingId, openedBy, items, none, closeHref, pages }: BotListProps) {
  useEffect(() => {
    if (openedBy === null) return;
    const heading = document.getElementById(headingId);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: "start" });
  }, [openedBy, headingId]);
  return (
    <Section
      title={title}
      headingId={headingId}
      count={items.length}
      actions={
        <ButtonLink variant="ghost" size="small" icon="x" to={closeHref} preventScrollReset>
          Close
        </ButtonLink>
      }
    >
      {items.length === 0 ? (
        <Empty title={none} />
      ) : (
        <ul className="bots">
          {items.map((bot) => (
            <BotCard key={bot.analysisId} of={bot} />
          ))}
        </ul>
      )}
      {pages}
    </Section>
  );
}

function BotCard({ of: bot }: { of: BotCardView }) {
  const { summary, href, enabled } = bot;
  const aside = enabled ? bot.username && `@${bot.username}` : [bot.score, bot.day].filter(Boolean).join(" · ");
  return (
    <li className="bot">
      <p className="bot__words" dir="auto">
        <Link to={href}>{summary}</Link>
      </p>
      {bot.reason && (
        <p className="bot__reason">
          {bot.reason} <ConnectLink after={bot.reason} />
        </p>
      )}
      {(bot.next !== null || bot.posts > 0) && (
        <p className="hint">
          {bot.next && (
            <span>
              Next post <time dateTime={bot.next.iso}>{inSentence(bot.next.text)}</time>
              {bot.posts > 0 && <span> · </span>}
            </span>
          )}
          {bot.posts > 0 && <span>{bot.posts === 1 ? "1 post so far" : `${bot.posts} posts so far`}</span>}
        </p>
      )}
      <div className="bot__foot">
        <BotState of={bot} />
        <span>{aside}</span>
        <StartStop of={bot} />
      </div>
    </li>
  );
}
