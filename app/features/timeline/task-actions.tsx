// What can be done with a tweet in its modal: the card's two ways out, and what there is no room for on a card.
import { ButtonLink } from "~/ui/button";
import { isTooLong } from "~/features/tweets/tweet";
import { Act, TweetActions, type TweetActionsProps } from "~/features/tweets/tweet-actions";

interface TaskActionsProps extends TweetActionsProps {
  /** Opens the words for changing; null where they can't be changed any more. */
  editHref: string | null;
}

export function TaskActions({ editHref, ...actions }: TaskActionsProps) {
  return (
    <>
      {editHref && (
        <ButtonLink variant="ghost" icon="pencil" to={editHref} preventScrollReset>
          Edit
        </ButtonLink>
      )}
      <Ways {...actions} />
    </>
  );
}

function Ways(actions: TweetActionsProps) {
  const { tweet, Form = "form", action, busy = null, describedBy } = actions;
  const shared = { tweet, Form, action, busy, describedBy };
  const again = { intent: "add-to-timeline", icon: "refresh-cw", words: "Another random time" } as const;
  if (tweet.status === "scheduled")
    return (
      <div className="tweet__acts">
        <Act {...shared} {...again} />
        <Act {...shared} intent="take-off" icon="calendar-x" words="Unschedule" />
      </div>
    );
  if (tweet.status !== "failed") return <TweetActions {...actions} />;
  const disabled = isTooLong(tweet);
  return (
    <>
      <Act {...shared} intent="dismiss" variant="ghost" words="Dismiss" />
      <div className="tweet__acts">
        <Act {...shared} {...again} variant="soft" disabled={disabled} />
        <Act {...shared} intent="post-now" icon="rotate-ccw" words="Post again" disabled={disabled} />
      </div>
    </>
  );
}
