// Renders all actions of a tweet in its dialog.
import { ButtonLink } from "~/ui/form/button";
import { costText, isTooLong } from "~/features/tweets/tweet";
import { tweetButtons, TweetForm, TweetActions, type TweetActionsProps } from "~/features/tweets/tweet-actions";
import { moreTweetButtons } from "./more-tweet-buttons";

interface TaskActionsProps extends TweetActionsProps {
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
  const again = moreTweetButtons.drawAgain;
  if (tweet.status === "scheduled")
    return (
      <div className="tweet__acts">
        <TweetForm {...shared} {...again} />
        <TweetForm {...shared} {...tweetButtons.unschedule} />
        <TweetForm
          {...shared}
          {...tweetButtons.postNow}
          words={`Post Now, ${costText(tweet) ?? ""}`}
          from="scheduled"
        />
      </div>
    );
  if (tweet.status !== "failed") return <TweetActions {...actions} />;
  const disabled = isTooLong(tweet);
  return (
    <>
      <TweetForm {...shared} {...tweetButtons.dismiss} icon={undefined} variant="ghost" />
      <div className="tweet__acts">
        <TweetForm {...shared} {...again} variant="soft" disabled={disabled} />
        <TweetForm {...shared} {...tweetButtons.postAgain} disabled={disabled} />
      </div>
    </>
  );
}
