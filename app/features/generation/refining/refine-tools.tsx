// Shows a card's Edit button, its Refine menu and the status of a rewrite.
import type { ElementType, ReactNode } from "react";
import { wordsId } from "~/features/tweets/tweet-actions";
import { ButtonLink } from "~/ui/form/button";
import type { LinkProps } from "~/ui/link";
import { Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Menu } from "~/ui/menu";
import { RefineForm } from "./refine-form";
import type { RefiningView } from "./view";

interface Means {
  tweetId: number;
  Form?: ElementType;
  action?: string;
  busy: string | null;
}

const items = [
  ["shorter", "Shorter"],
  ["bolder", "Bolder"],
  ["personal", "More personal"],
  ["simpler", "Simpler"],
  ["another", "More like this"],
] as const;

/** For a pending tweet without a running rewrite; `children` end the menu. */
export function RefineTools({ edit, children, ...means }: Means & { edit: LinkProps; children: ReactNode }) {
  const { tweetId, Form, action, busy } = means;
  const by = { Form, action, busy };
  return (
    <div className="tweet__tools">
      <ButtonLink variant="ghost" size="small" icon="pencil" {...edit} aria-describedby={wordsId(tweetId)}>
        Edit
      </ButtonLink>
      <Menu name="refining" label="Refine" describedBy={wordsId(tweetId)}>
        <RefineForm {...by} fields={{ tweetId }}>
          {items.map(([name, words]) => (
            <button className="button button--ghost button--wide" name="do" value={name} key={name}>
              {words}
            </button>
          ))}
        </RefineForm>
        <RefineForm {...by} fields={{ tweetId, do: "own" }}>
          <input
            className="input"
            name="words"
            aria-label="Tell the AI what to change"
            placeholder="Tell the AI what to change"
            required
            maxLength={400}
          />
          <Submit size="small">Rewrite</Submit>
        </RefineForm>
        {children}
      </Menu>
    </div>
  );
}

export function RefiningLine({ refining, ...means }: Means & { refining: RefiningView }) {
  const { tweetId, Form, action, busy } = means;
  const { state, words, undo, again } = refining;
  const by = { Form, action, busy };
  return (
    <div className={state === "failed" ? "tweet__line tweet__line--refused" : "tweet__line"}>
      <Icon of={state === "writing" ? "hourglass" : state === "failed" ? "triangle-alert" : "check"} />
      <span>{words}</span>
      {undo !== null && (
        // Uses the page's form, because its result must outlive this line.
        <RefineForm fields={{ tweetId, do: "restore", version: undo }} action={action} preventScrollReset>
          <Submit variant="ghost" size="small" aria-describedby={wordsId(tweetId)}>
            Undo
          </Submit>
        </RefineForm>
      )}
      {again && (
        <RefineForm {...by} fields={{ tweetId, do: again.instruction, words: again.words ?? undefined }}>
          <Submit variant="ghost" size="small" aria-describedby={wordsId(tweetId)}>
            Try again
          </Submit>
        </RefineForm>
      )}
    </div>
  );
}
