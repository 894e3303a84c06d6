// The trash: discarded tweets, when they are deleted, restore and delete buttons.
import { TrashForm } from "~/features/ideas/trash-form";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink, IconLink } from "~/ui/form/button";
import type { Discarded } from "./to-view.server";

export function Trash({ discarded }: { discarded: readonly Discarded[] }) {
  const { hrefWith } = useHrefWith();
  return (
    <div>
      <div className="bulk">
        <span>Items in Trash are deleted after 30 days.</span>
        <ButtonLink size="small" variant="danger" icon="trash-2" to={hrefWith({ ask: "empty" })} preventScrollReset>
          Empty Trash…
        </ButtonLink>
      </div>
      <ul className="idea-list" aria-label="Trash">
        {discarded.map(({ tweet, discarded: when, iso, gone }) => (
          <li className="idea" key={tweet.id}>
            <span />
            <p className="idea__words" dir="auto" id={`idea-${tweet.id}`}>
              {tweet.content}
            </p>
            <p className="idea__from">
              <span>
                Trashed <time dateTime={iso}>{when}</time>
              </span>
              {tweet.account && <span>@{tweet.account.username}</span>}
              <span>{`${tweet.weightedLength} / 280`}</span>
              <span>deleted {gone}</span>
            </p>
            <div className="idea__acts">
              <TrashForm
                tweetId={tweet.id}
                operation="restore"
                variant="plain"
                small
                describedBy={`idea-${tweet.id}`}
              />
              <IconLink
                small
                label="Delete permanently…"
                icon="x"
                to={hrefWith({ ask: String(tweet.id) })}
                aria-describedby={`idea-${tweet.id}`}
                preventScrollReset
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
