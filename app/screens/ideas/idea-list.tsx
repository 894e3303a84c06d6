// Lists ideas by day, with checkboxes and the actions of each.
import type { FocusEvent, KeyboardEvent } from "react";
import { trashIntent } from "~/features/ideas/trash";
import { TrashForm } from "~/features/ideas/trash-form";
import { canSend, costText, isTooLong } from "~/features/tweets/tweet";
import { tweetButtons, TweetForm } from "~/features/tweets/tweet-actions";
import { rateLimitHint } from "~/features/tweets/tweet-line";
import type { useEditing } from "~/screens/editing/use-editing";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink, IconLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import type { Idea, IdeasData } from "./to-view.server";

const chosenForm = "chosen";

interface IdeaListProps {
  days: IdeasData["days"];
  editing: ReturnType<typeof useEditing>;
}

export function IdeaList({ days, editing }: IdeaListProps) {
  const { hrefWith } = useHrefWith();
  const all = new URLSearchParams(hrefWith({}).split("?")[1]).has("all");
  return (
    <div>
      <IntentForm className="bulk" id={chosenForm} intent={trashIntent} preventScrollReset>
        <Link className="link" to={hrefWith({ all: all ? null : "1" })} preventScrollReset>
          {all ? "Clear selection" : "Select all on this page"}
        </Link>
        <span className="row">
          <Submit size="small" variant="ghost" icon="calendar-clock" name="do" value="schedule">
            Schedule…
          </Submit>
          <Submit size="small" variant="ghost" icon="trash-2" name="do" value="discard">
            Move selected to Trash
          </Submit>
        </span>
      </IntentForm>
      <section className="idea-list" aria-label="Drafts" key={String(all)}>
        {editing.gone.length > 0 && (
          <ul>
            {editing.gone.map((editor, index) => (
              <li className="idea idea--edit" key={index}>
                {editor}
              </li>
            ))}
          </ul>
        )}
        {days.map(({ day, ideas }) => (
          <div key={day}>
            <h2 className="ideas__day">{day}</h2>
            <ul>
              {ideas.map((idea) => (
                <Row key={idea.tweet.id} idea={idea} ticked={all} editing={editing} />
              ))}
            </ul>
          </div>
        ))}
      </section>
    </div>
  );
}

interface RowProps {
  idea: Idea;
  ticked: boolean;
  editing: ReturnType<typeof useEditing>;
}

function Row({ idea, ticked, editing }: RowProps) {
  const { hrefWith } = useHrefWith();
  const { tweet, approveHref } = idea;
  const wordsId = `idea-${tweet.id}`;
  const open = hrefWith({ tweet: String(tweet.id) });
  const anchor = `tweet-${tweet.id}`;
  const editor = editing.editorOf(tweet.id);
  if (editor)
    return (
      <li className="idea idea--edit" id={anchor}>
        {editor}
      </li>
    );
  return (
    <li className="idea" id={anchor}>
      {approveHref === null ? (
        <input
          className="tick"
          type="checkbox"
          name="tweetId"
          value={tweet.id}
          form={chosenForm}
          defaultChecked={ticked}
          aria-label="Select"
          aria-describedby={wordsId}
        />
      ) : (
        <span />
      )}
      <p className="idea__words" dir="auto" id={wordsId}>
        <Link to={approveHref ?? open} preventScrollReset>
          {tweet.content}
        </Link>
      </p>
      <Details idea={idea} />
      <div className="idea__acts">
        {approveHref !== null ? (
          <ButtonLink size="small" to={approveHref}>
            Review
          </ButtonLink>
        ) : (
          <>
            {tweet.status === "failed" ? (
              <TweetForm
                tweet={tweet}
                {...tweetButtons.postAgain}
                {...shared}
                describedBy={wordsId}
                disabled={isTooLong(tweet)}
              />
            ) : (
              <TweetForm
                tweet={tweet}
                {...tweetButtons.addToTimeline}
                {...shared}
                describedBy={wordsId}
                disabled={!canSend(tweet, false)}
              />
            )}
            {tweet.status === "pending" && (
              <IconLink small label="Edit" icon="pencil" {...editing.linkOf(tweet.id)} aria-describedby={wordsId} />
            )}
            <details className="idea__more" onKeyDown={escape} onBlur={leave}>
              <summary aria-label="More" aria-describedby={wordsId}>
                <Icon of="ellipsis" />
              </summary>
              <div className="idea__menu">
                {tweet.status === "failed" ? (
                  <TweetForm tweet={tweet} {...tweetButtons.addToTimeline} {...quiet} disabled={isTooLong(tweet)} />
                ) : (
                  <TweetForm tweet={tweet} {...tweetButtons.postNow} {...quiet} disabled={!canSend(tweet, false)} />
                )}
                <ButtonLink variant="ghost" icon="calendar-range" to={open} preventScrollReset>
                  Pick a time…
                </ButtonLink>
                <TrashForm tweetId={tweet.id} operation="discard" />
              </div>
            </details>
          </>
        )}
      </div>
    </li>
  );
}

const shared = { size: "small", variant: "plain" } as const;
const quiet = { variant: "ghost" } as const;

const escape = ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
};
const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
};

function Details({ idea: { tweet, from, topic, approveHref, time, iso } }: { idea: Idea }) {
  return (
    <p className="idea__from">
      {tweet.status === "failed" && <span className="failed">{`Failed: ${tweet.error ?? rateLimitHint}`}</span>}
      {topic !== null && approveHref === null ? (
        <span>
          <span className="visually-hidden">Topic: </span>
          <Link className="link topic-name" to={`/generate?batch=${topic.id}`}>
            <bdi>{topic.name}</bdi>
          </Link>
        </span>
      ) : (
        <span>{from}</span>
      )}
      {tweet.account && <span>@{tweet.account.username}</span>}
      <span>{`${tweet.weightedLength} / 280`}</span>
      {(tweet.hasLink || tweet.pictures) && <span className={tweet.hasLink ? "dear" : ""}>{costText(tweet)}</span>}
      <time dateTime={iso}>{time}</time>
    </p>
  );
}
