// Renders the user's bots: those awaiting approval first, then running, then stopped.
import { ConnectLink } from "~/features/users/account-state";
import { inSentence } from "~/features/tweets/tweet";
import { Link } from "~/ui/link";
import { Section } from "~/ui/page/page";
import { BotState, StartStop } from "./bot-state";
import type { BotRunView } from "./bot-view";
import { Proposal } from "./proposal";

interface BotRunsProps {
  bots: readonly BotRunView[];
  sandbox: boolean;
  editHref(tweetId: number): string;
}

export function BotRuns({ bots, sandbox, editHref }: BotRunsProps) {
  return (
    <Section title="Your bots" count={bots.length} hint={sumOf(bots)}>
      <ul className="runs">
        {bots.map((bot) => (
          <li className={bot.proposal ? "run run--waits" : "run"} key={bot.analysisId}>
            <Run of={bot} />
            {bot.proposal && <Proposal of={bot.proposal} sandbox={sandbox} editHref={editHref(bot.proposal.id)} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function sumOf(bots: readonly BotRunView[]): string {
  const count = (predicate: (bot: BotRunView) => boolean) => bots.filter(predicate).length;
  const waiting = count(({ proposal }) => proposal !== null);
  const parts: [number, string][] = [
    [count(({ status }) => status === "running"), "running"],
    [count(({ status }) => status === "paused"), "paused"],
    [waiting, waiting === 1 ? "needs your approval" : "need your approval"],
    [count(({ enabled }) => !enabled), "stopped"],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, words]) => `${n} ${words}`)
    .join(", ");
}

function Run({ of: bot }: { of: BotRunView }) {
  const { summary, href, username, enabled, reason, review, posts, next } = bot;
  return (
    <div className="run__head">
      <BotState of={bot} />
      <div>
        <h3 className="run__name" dir="auto">
          <Link className="link" to={href}>
            {summary}
          </Link>
        </h3>
        <p className="run__facts">
          {username && <span>@{username}</span>}
          {enabled && <span>{review ? "Asks you first" : "Posts without asking"}</span>}
          {enabled && (
            <span>
              {next ? (
                <span>
                  Next post <time dateTime={next.iso}>{inSentence(next.text)}</time>
                </span>
              ) : (
                "No post planned"
              )}
            </span>
          )}
          <span>{posts === 1 ? "1 post so far" : `${posts} posts so far`}</span>
        </p>
        {reason && (
          <p className="bot__reason">
            {reason} <ConnectLink after={reason} />
          </p>
        )}
      </div>
      <div className="run__acts">
        <StartStop of={bot} />
      </div>
    </div>
  );
}
