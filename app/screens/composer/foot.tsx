// The composer's foot: what went wrong, the price, and the buttons that save.
import { useId } from "react";
import { isQuestion } from "~/features/timeline/slot-fields";
import { ConnectLink } from "~/features/users/account-state";
import { dollars } from "~/ground/dollars";
import { Button, ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import type { ComposerAnswer } from "./composer-answer";
import { Tool } from "./part";
import type { ComposerView } from "./to-view.server";

interface FootProps {
  situation: ComposerView["situation"];
  /** Why it can't be scheduled or posted. */
  off: string | null;
  isBlank: boolean;
  isUploading: boolean;
  costUsd: number;
  sandbox: boolean;
  /** Value of the button that was pressed. */
  busy: string | null;
}

export function Foot({ situation, off, isBlank, isUploading, question, ...props }: FootProps & { question: boolean }) {
  const { costUsd, sandbox, busy } = props;
  const id = useId();
  const keeps = situation === "scheduled" || situation === "started";
  const button = (value: string, isOff: boolean) => ({
    name: "do",
    value,
    busy: busy === value,
    disabled: isOff || (busy !== null && busy !== value),
    "aria-describedby": isOff && off !== null ? id : undefined,
  });
  return (
    <div className="write__foot">
      <p className="quiet">
        {isBlank ? null : <strong>{dollars(costUsd)}</strong>}
        {!isBlank && sandbox && <span> · free in the sandbox</span>}
        {off !== null && (
          <span className="write__off" id={id}>
            {off}
          </span>
        )}
      </p>
      {situation !== "started" && (
        <Button variant="ghost" {...button("draft", isBlank || isUploading)}>
          {situation === "scheduled" ? "Unschedule" : "Save draft"}
        </Button>
      )}
      {situation !== "started" && (
        <Button icon="send" {...button("now", off !== null)}>
          Post Now
        </Button>
      )}
      {question && <Button {...button("schedule-anyway", off !== null)}>Schedule anyway</Button>}
      <Button variant="primary" icon={keeps ? "check" : "calendar-clock"} {...button("schedule", off !== null)}>
        {keeps ? "Save" : "Schedule"}
      </Button>
    </div>
  );
}

/** Where it is read first without a script, and seen above the buttons with one. */
export function Refusal({ answer, signInHref }: { answer: ComposerAnswer | undefined; signInHref: string }) {
  if (answer?.isSignedOut)
    return (
      <Notice
        tone="error"
        title="You’re signed out. Nothing was saved."
        action={
          <ButtonLink to={signInHref} target="_blank">
            Sign In in a new tab
          </ButtonLink>
        }
      >
        Sign in, then come back here and click the button again. Your text stays in this form.
      </Notice>
    );
  if (!answer || answer.error === null) return null;
  const { error, current, canBeNew } = answer;
  return (
    <>
      <Notice tone="error" title={error} action={<ConnectLink after={error} />}>
        {current === null ? null : `Current text: “${current}”`}
      </Notice>
      {(current !== null || canBeNew) && (
        <div className="row">
          {current !== null && <Tool value="use-current">Use current text</Tool>}
          {current !== null && <Tool value="keep-mine">Keep mine</Tool>}
          {canBeNew && <Tool value="make-new">Make mine a new tweet</Tool>}
        </div>
      )}
    </>
  );
}

export const needsConfirmation = (answer: ComposerAnswer | undefined): boolean => isQuestion(answer?.error);
