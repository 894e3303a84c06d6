// Shows a card's Edit button, its Refine menu and the status of a rewrite.
import type { ElementType, ReactNode } from "react";
import { wordsId } from "~/features/tweets/tweet-actions";
import type { Instruction, WriterLimits } from "~/ports/ai/refine";
import { ButtonLink } from "~/ui/form/button";
import { Link, type LinkProps } from "~/ui/link";
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
  limits: WriterLimits | null;
}

const items = [
  ["shorter", "Shorter"],
  ["bolder", "Bolder"],
  ["personal", "More personal"],
  ["simpler", "Simpler"],
  ["another", "More like this"],
] as const;

interface ToolsProps extends Means {
  edit: LinkProps;
  /** Words of a refused rewrite. */
  typed: string | undefined;
  goLiveHref: string;
  children: ReactNode;
}

/** For a pending tweet without a running rewrite; `children` end the menu. */
export function RefineTools({ edit, typed, goLiveHref, children, ...means }: ToolsProps) {
  const { tweetId, Form, action, busy, limits } = means;
  const by = { Form, action, busy };
  const isOff = (instruction: Instruction) => limits !== null && !limits.refines.includes(instruction);
  return (
    <div className="tweet__tools">
      <ButtonLink variant="ghost" size="small" icon="pencil" {...edit} aria-describedby={wordsId(tweetId)}>
        Edit
      </ButtonLink>
      <Menu name="refining" label="Refine" describedBy={wordsId(tweetId)}>
        <RefineForm {...by} fields={{ tweetId }}>
          {items
            .filter(([name]) => !isOff(name))
            .map(([name, words]) => (
              <button className="button button--ghost button--wide" name="do" value={name} key={name}>
                {words}
              </button>
            ))}
        </RefineForm>
        {(!isOff("own") || typed) && (
          <RefineForm {...by} fields={{ tweetId, do: "own" }}>
            <input
              className="input"
              name="words"
              aria-label="Tell the AI what to change"
              placeholder="Tell the AI what to change"
              required
              maxLength={400}
              defaultValue={typed}
              // The typed text of a refused rewrite can still be copied.
              readOnly={isOff("own")}
            />
            <Submit size="small" disabled={isOff("own")}>
              Rewrite
            </Submit>
          </RefineForm>
        )}
        {limits && (
          <p className="hint">
            {limits.refusesRefine}{" "}
            <Link className="link" to={goLiveHref} preventScrollReset>
              Go live
            </Link>
          </p>
        )}
        {children}
      </Menu>
    </div>
  );
}

export function RefiningLine({ refining, ...means }: Means & { refining: RefiningView }) {
  const { tweetId, Form, action, busy, limits } = means;
  const { state, words, undo } = refining;
  const isOff = limits?.refines.every((instruction) => instruction !== refining.again?.instruction);
  const again = isOff ? null : refining.again;
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
