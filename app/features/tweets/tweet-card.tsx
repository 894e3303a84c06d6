// TweetCard: author, status, text, length, price, result, and the two main actions.
import type { ReactNode } from "react";
import { Link } from "~/ui/link";
import { Avatar, Who } from "~/ui/page/avatar";
import { Badge } from "~/ui/page/badge";
import { Icon } from "~/ui/icons/icon";
import { Sources } from "./sources";
import { placeholder } from "./text";
import { costText, type TweetView } from "./tweet";
import { TweetActions, type TweetActionsProps, wordsId } from "./tweet-actions";
import { TweetLine } from "./tweet-line";
import { Weight } from "./weight";

interface TweetCardProps extends TweetActionsProps {
  id?: string;
  sandbox: boolean;
  href?: string;
  line?: ReactNode;
  tools?: ReactNode;
  editor?: ReactNode;
  /** Instead of the two actions. */
  buttons?: ReactNode;
}

export function TweetCard({ id, tweet, sandbox, href, line, tools, editor, buttons, ...actions }: TweetCardProps) {
  if (editor)
    return (
      <li id={id} className="tweet tweet--edit">
        <TweetHead tweet={tweet} />
        {editor}
      </li>
    );
  return (
    <li id={id} className={`tweet tweet--${tweet.status}`}>
      <TweetHead tweet={tweet} />
      <TweetWords tweet={tweet} href={href} />
      <div className="tweet__meta">
        <Weight length={tweet.weightedLength} />
        <Cost tweet={tweet} sandbox={sandbox} />
        <Sources sources={tweet.sources} />
      </div>
      <div className="tweet__foot">
        <div className="tweet__quiet">
          {line || <TweetLine tweet={tweet} sandbox={sandbox} />}
          {tools}
        </div>
        {buttons ?? <TweetActions tweet={tweet} describedBy={wordsId(tweet.id)} {...actions} />}
      </div>
    </li>
  );
}

export function TweetHead({ tweet: { account, status } }: { tweet: TweetView }) {
  return (
    <div className="tweet__head">
      <Avatar of={account?.name ?? "?"} />
      <Who name={account?.name ?? "No account"} detail={account ? `@${account.username}` : "Connect one to post"} />
      <Badge status={status} />
    </div>
  );
}

function TweetWords({ tweet, href }: { tweet: TweetView; href?: string }) {
  const words = tweet.content || placeholder(tweet.id);
  return (
    <p className="tweet__words" dir="auto" id={wordsId(tweet.id)}>
      {href ? (
        <Link to={href} preventScrollReset>
          {words}
        </Link>
      ) : (
        words
      )}
    </p>
  );
}

export function Cost({
  tweet,
  sandbox,
}: {
  tweet: Pick<TweetView, "costUsd" | "hasLink" | "pictures">;
  sandbox: boolean;
}) {
  const text = costText(tweet);
  if (text === null) return null;
  return (
    <span className={tweet.hasLink ? "cost cost--dear" : "cost"}>
      {tweet.hasLink && <Icon of="link" />}
      <span>{text}</span>
      {sandbox && <span className="visually-hidden"> on X, free in the sandbox</span>}
    </span>
  );
}
