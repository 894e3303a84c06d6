// The two ways out of a tweet, always two buttons of equal width in the same place.
import { type ComponentProps, type ElementType, useId } from "react";
import { Button } from "~/ui/button";
import { canSend, isTooLong, type TweetView } from "./tweet";

export type TweetIntent = "post-now" | "add-to-timeline" | "take-off" | "dismiss" | "resolve";

export interface TweetActionsProps {
  tweet: TweetView;
  /** `form` by default; a fetcher's Form makes it smoother. */
  Form?: ElementType;
  /** Where to post to; left out, the page itself. */
  action?: string;
  /** The intent on its way: its button turns, the other one waits. */
  busy?: string | null;
  /** The browser remembers that it was sent on its way. */
  hasTask?: boolean;
  /** Where the tweet's words stand: ten buttons on a page have the same name. */
  describedBy?: string;
}

/** The id of a tweet's words on its card. */
export const wordsId = (id: number): string => `tweet-${id}-words`;

export function TweetActions({
  tweet,
  Form = "form",
  action,
  busy = null,
  hasTask = false,
  describedBy,
}: TweetActionsProps) {
  const shared = { tweet, Form, action, busy, describedBy };
  if (tweet.needsLook)
    return (
      <div className="tweet__acts">
        <Act {...shared} intent="resolve" value="true" icon="check" words="It is there" />
        <Act {...shared} intent="resolve" value="false" icon="x" words="It isn’t there" />
      </div>
    );
  // Spec section 5: both are enabled only while pending. What failed may be sent once more.
  const open = canSend(tweet, hasTask);
  const again = tweet.status === "failed" && !isTooLong(tweet);
  return (
    <div className="tweet__acts">
      {tweet.status === "failed" ? (
        <Act {...shared} intent="post-now" icon="rotate-ccw" words="Post again" disabled={!again} />
      ) : (
        <Act {...shared} intent="post-now" icon="send" words="Post Now" disabled={!open} />
      )}
      {tweet.status === "scheduled" ? (
        <Act {...shared} intent="take-off" icon="calendar-x" words="Unschedule" />
      ) : (
        <Act
          {...shared}
          intent="add-to-timeline"
          icon="calendar-clock"
          words="Add to Timeline"
          variant="soft"
          disabled={!open}
        />
      )}
    </div>
  );
}

interface ActProps extends Required<Pick<TweetActionsProps, "tweet" | "Form" | "busy">> {
  action?: string;
  describedBy?: string;
  intent: TweetIntent;
  /** For `resolve`: whether it is published. */
  value?: "true" | "false";
  icon?: ComponentProps<typeof Button>["icon"];
  words: string;
  variant?: "soft" | "ghost";
  disabled?: boolean;
}

/** One form, one button. */
export function Act(props: ActProps) {
  const { tweet, Form, action, busy, describedBy, intent, value, icon, words, variant, disabled } = props;
  const asId = useId();
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="tweetId" value={tweet.id} />
      {/* It goes out as whom its card names, also where another tab has changed the default since. */}
      {tweet.account && <input type="hidden" name="account" value={tweet.account.ref} />}
      {describedBy && tweet.account && (
        <span id={asId} hidden>
          as @{tweet.account.username}:
        </span>
      )}
      {value && <input type="hidden" name="published" value={value} />}
      <Button
        variant={variant}
        icon={icon}
        aria-describedby={describedBy && (tweet.account ? `${asId} ${describedBy}` : describedBy)}
        busy={busy === intent}
        disabled={disabled || (busy !== null && busy !== intent)}
      >
        {words}
      </Button>
    </Form>
  );
}
