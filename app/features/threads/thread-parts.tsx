// Shows the parts of a thread, their state, and the buttons to stop or continue it.
import { type ElementType, type ReactNode, useId } from "react";
import { TweetActions } from "~/features/tweets/tweet-actions";
import { ButtonLink } from "~/ui/form/button";
import { FieldHint, FieldLabel } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { tweetLimit, type TweetView } from "~/features/tweets/tweet";
import type { ThreadView } from "./thread-view";

interface ThreadPartsProps {
  thread: ThreadView;
  picturesOf?(id: number, label: string): ReactNode;
  Form: ElementType;
  busy: string | null;
  editHref: string | null;
  error?: string | null;
  typed?: string;
}

export default function ThreadParts({
  thread,
  picturesOf,
  Form,
  busy,
  editHref,
  error = null,
  typed,
}: ThreadPartsProps) {
  const { parts, line } = thread;
  const rest = parts.filter((part) => part.status !== "published");
  const lastOut = parts.findLast((part) => part.postUrl !== null);
  // Unique, since the page can show a thread on its card and in its window.
  const id = useId();
  const wordsOf = (part: TweetView) => `${id}${part.id}`;
  return (
    <section className="thread" aria-labelledby={id}>
      <h3 id={id}>{`${parts.length} parts`}</h3>
      {line && <p className="hint">{line}</p>}
      <Ways thread={thread} Form={Form} busy={busy} editHref={editHref} error={error} typed={typed} />
      <ol className="journal">
        {parts.map((part, n) => (
          <li className={`journal__line ${toneOf(part)}`} key={part.id}>
            <span className="hint">{`${n + 1}/${parts.length} · ${part.word}`}</span>
            <div>
              <p className="words" dir="auto" id={wordsOf(part)}>
                {part.content}
              </p>
              <p className="hint">
                <span>{`${part.weightedLength} of ${tweetLimit}`}</span>
                {part.when && <time dateTime={part.whenIso ?? undefined}> · {part.when}</time>}{" "}
                {part.postUrl && (
                  <a className="link" href={part.postUrl} aria-describedby={wordsOf(part)}>
                    View post
                  </a>
                )}
              </p>
              {picturesOf?.(part.id, ` of part ${n + 1}`)}
              {part.error && <p className="hint">{part.error}</p>}
              {part.needsConfirmation && (
                <TweetActions tweet={part} Form={Form} busy={busy} describedBy={wordsOf(part)} />
              )}
            </div>
          </li>
        ))}
      </ol>
      {thread.isSent && rest.length > 0 && (
        <details className="fold">
          <summary>
            <Icon of="chevron-right" />
            <h3>Copy the remaining parts</h3>
          </summary>
          {lastOut?.postUrl && (
            <p>
              To post them yourself, reply to{" "}
              <a className="link" href={lastOut.postUrl}>
                {`part ${parts.indexOf(lastOut) + 1}`}
              </a>
              .
            </p>
          )}
          {rest.map((part) => (
            <CopyField key={part.id} label={`Part ${parts.indexOf(part) + 1}`} words={part.content} />
          ))}
        </details>
      )}
    </section>
  );
}

function toneOf({ status, needsConfirmation }: TweetView): string {
  if (status === "published") return "journal__line--good";
  if (status === "failed") return "journal__line--wrong";
  return status === "publishing" || needsConfirmation ? "journal__line--unsure" : "";
}

function CopyField({ label, words }: { label: string; words: string }) {
  const id = useId();
  return (
    <div className="field">
      <FieldLabel htmlFor={id} label={label} />
      <textarea id={id} className="input" rows={3} readOnly dir="auto" value={words} />
    </div>
  );
}

/** One button changes its meaning, so it keeps the focus. */
function Ways({ thread, Form, busy, editHref, error, typed }: Omit<ThreadPartsProps, "picturesOf">) {
  const id = useId();
  const { state, isSent, parts, needsAddress, isDeleted } = thread;
  const [first] = parts;
  if (!first || !isSent || state === "done" || isDeleted) return null;
  const isStopped = state === "stopped";
  const fields = { tweetId: first.id, do: isStopped ? "continue" : "stop" };
  return (
    <IntentForm intent="steer-thread" fields={fields} Form={Form} busy={busy}>
      {isStopped && needsAddress && (
        <div className="field">
          <FieldLabel htmlFor={id} label="Link to the last posted part" />
          <input
            id={id}
            className="input"
            name="address"
            inputMode="url"
            defaultValue={typed}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}hint`}
          />
          <FieldHint
            id={`${id}hint`}
            hint="For example, x.com/you/status/123. The next part will reply to this post."
            error={error}
          />
        </div>
      )}
      <div className="tweet__acts">
        <Submit icon={isStopped ? "send" : "x"}>{isStopped ? "Continue thread" : "Stop after this part"}</Submit>
        {isStopped && (
          <button className="button button--plain" name="leave" value="1">
            End thread here
          </button>
        )}
        {editHref && (
          <ButtonLink variant="ghost" icon="pencil" to={editHref} preventScrollReset>
            Edit
          </ButtonLink>
        )}
      </div>
    </IntentForm>
  );
}
