// Shows a tweet's two main actions as buttons of equal width.
import { type ComponentProps, type ElementType, useId } from "react";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Intent } from "~/ui/form/use-busy";
import { canSend, isTooLong, undoPostIntent, unscheduleIntent, type TweetView } from "./tweet";

export interface TweetActionsProps {
  tweet: TweetView;
  Form?: ElementType;
  action?: string;
  busy?: string | null;
  hasTask?: boolean;
  describedBy?: string;
}

const postNow = { intent: "post-now", icon: "send", words: "Post Now" } as const;
const resolve = { intent: "resolve" } as const;

/** One object, so that a button keeps the focus when its meaning changes. */
export const tweetButtons = {
  postNow,
  postAgain: { ...postNow, icon: "rotate-ccw", words: "Retry" },
  undoPost: { intent: undoPostIntent, icon: "rotate-ccw", words: "Undo" },
  addToTimeline: { intent: "add-to-timeline", icon: "calendar-clock", words: "Add to Timeline" },
  dismiss: { intent: "dismiss", icon: "x", words: "Dismiss" },
  unschedule: { intent: unscheduleIntent, icon: "calendar-x", words: "Unschedule" },
  isThere: { ...resolve, value: "true", icon: "check", words: "Yes, it’s posted" },
  isNotThere: { ...resolve, value: "false", icon: "x", words: "No, it isn’t" },
} as const;

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
  if (tweet.needsConfirmation)
    return (
      <div className="tweet__acts">
        <TweetForm {...shared} {...tweetButtons.isThere} />
        <TweetForm {...shared} {...tweetButtons.isNotThere} />
      </div>
    );
  // Spec section 5: both are enabled only while pending. A failed tweet can be sent again.
  const open = canSend(tweet, hasTask);
  const again = tweet.status === "failed" && !isTooLong(tweet);
  return (
    <div className="tweet__acts">
      {tweet.status === "failed" ? (
        <TweetForm {...shared} {...tweetButtons.postAgain} disabled={!again} />
      ) : tweet.isSoon ? (
        <TweetForm {...shared} {...tweetButtons.undoPost} />
      ) : (
        <TweetForm {...shared} {...tweetButtons.postNow} disabled={!open} />
      )}
      {tweet.status === "scheduled" ? (
        <TweetForm {...shared} {...tweetButtons.unschedule} />
      ) : (
        <TweetForm {...shared} {...tweetButtons.addToTimeline} variant="soft" disabled={!open} />
      )}
    </div>
  );
}

interface TweetFormProps extends Pick<TweetActionsProps, "tweet" | "Form" | "busy"> {
  action?: string;
  describedBy?: string;
  intent: Intent;
  value?: "true" | "false";
  /** For `post-now`: confirms that a scheduled tweet may be posted now. */
  from?: "scheduled";
  icon?: ComponentProps<typeof Submit>["icon"];
  words: string;
  variant?: "soft" | "ghost" | "plain";
  size?: "small";
  disabled?: boolean;
}

export function TweetForm(props: TweetFormProps) {
  const { tweet, Form, action, busy, describedBy, intent, value, from, icon, words, variant, size, disabled } = props;
  const asId = useId();
  // Posts with the account that the card shows, even if another tab changed the default.
  const fields = { tweetId: tweet.id, account: tweet.account?.ref, from, parts: tweet.parts };
  return (
    <IntentForm intent={intent} fields={fields} Form={Form} action={action} busy={busy}>
      {describedBy && tweet.account && (
        <span id={asId} hidden>
          as @{tweet.account.username}:
        </span>
      )}
      {value && <input type="hidden" name="published" value={value} />}
      <Submit
        variant={variant}
        size={size}
        icon={icon}
        aria-describedby={describedBy && (tweet.account ? `${asId} ${describedBy}` : describedBy)}
        disabled={disabled}
      >
        {words}
      </Submit>
    </IntentForm>
  );
}
