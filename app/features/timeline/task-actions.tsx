// Renders all actions of a tweet in its dialog.
import { ButtonLink } from "~/ui/form/button";
import { costText, isTooLong } from "~/features/tweets/tweet";
import { presses, TweetForm, TweetActions, type TweetActionsProps } from "~/features/tweets/tweet-actions";
import { morePresses } from "./more-presses";

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
  const again = morePresses.drawAgain;
  if (tweet.status === "scheduled")
    return (
      <div className="tweet__acts">
        <TweetForm {...shared} {...again} />
        <TweetForm {...shared} {...presses.unschedule} />
        <TweetForm {...shared} {...presses.postNow} words={`Post Now, ${costText(tweet) ?? ""}`} from="scheduled" />
      </div>
    );
  if (tweet.status !== "failed") return <TweetActions {...actions} />;
  const disabled = isTooLong(tweet);
  return (
    <>
      <TweetForm {...shared} {...presses.dismiss} icon={undefined} variant="ghost" />
      <div className="tweet__acts">
        <TweetForm {...shared} {...again} variant="soft" disabled={disabled} />
        <TweetForm {...shared} {...presses.postAgain} disabled={disabled} />
      </div>
    </>
  );
}
