// One part of the composer: its text, count and price, its images, and what can be done with it.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { priceOf } from "~/features/spending/price";
import type { Count, Weighed } from "~/features/tweets/count";
import { Cost } from "~/features/tweets/tweet-card";
import { asTyped, tweetLimit } from "~/features/tweets/tweet";
import { useCount } from "~/features/tweets/use-count";
import { Weight } from "~/features/tweets/weight";
import { TextArea } from "~/ui/form/text-area";
import { type ComposedText, fixedText } from "./form";
import { imagesIn } from "./use-uploads";

export interface PartState {
  isEmpty: boolean;
  over: number;
  costUsd: number;
}

interface PartProps {
  part: ComposedText;
  no: number;
  of: number;
  isFixed: boolean;
  /** A request is under way. */
  isBusy: boolean;
  fixed: number;
  known: [string, Weighed][];
  sandbox: boolean;
  /** Its images. */
  children: ReactNode;
  onState(key: string, state: PartState): void;
  onKey(event: KeyboardEvent<HTMLTextAreaElement>, no: number): void;
  onImages(files: File[]): void;
}

const labelOf = (no: number, total: number): string => (total === 1 ? "Tweet" : `Part ${no}`);

export function Part({ part, no, of, isFixed, isBusy, fixed, known, sandbox, children, ...on }: PartProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(part.text);
  const follow = () => setTyped(area.current?.value ?? "");
  // Also counts text typed before the script loaded.
  useEffect(follow, []);
  const count = useCount(asTyped(typed), known);
  const over = overOf(count);
  const costUsd = priceOf({ hasLink: count.hasLink, pictures: part.images });
  const isEmpty = typed.trim() === "";
  const report = useRef(on.onState);
  report.current = on.onState;
  useEffect(() => report.current(part.key, { isEmpty, over, costUsd }), [part.key, isEmpty, over, costUsd]);
  return (
    <li className="part" id={`part-${no}`}>
      <input type="hidden" name={`key_${no}`} value={part.key} />
      <TextArea
        ref={area}
        label={labelOf(no, of)}
        name={`part_${no}`}
        value={part.text}
        rows={no === 1 ? 5 : 3}
        dir="auto"
        placeholder={no === 1 ? "What do you want to say?" : undefined}
        readOnly={isFixed || isBusy}
        hint={isFixed ? fixedText : undefined}
        error={null}
        onInput={follow}
        onKeyDown={(event) => on.onKey(event, no)}
        onPaste={(event) => {
          const files = isFixed ? [] : imagesIn(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          on.onImages(files);
        }}
        foot={
          <div className="counted">
            <Weight length={count.weight} about={count.unsure.length > 0} />
            <Cost tweet={{ costUsd, hasLink: count.hasLink, pictures: part.images.length }} sandbox={sandbox} />
            <p className="counted__lose" role="status">
              {over > 0 && `${over} over the limit of ${tweetLimit}.`}
            </p>
          </div>
        }
      />
      {children}
      {!isFixed && <Tools no={no} of={of} isFirst={no <= fixed + 1} isOver={over > 0} />}
    </li>
  );
}

const overOf = ({ weight, unsure }: Count): number => (unsure.length > 0 ? 0 : Math.max(weight - tweetLimit, 0));

interface ToolsProps {
  no: number;
  of: number;
  /** No part before it can change. */
  isFirst: boolean;
  isOver: boolean;
}

function Tools({ no, of, isFirst, isOver }: ToolsProps) {
  if (of === 1 && !isOver) return null;
  return (
    <div className="part__tools">
      {isOver && (
        <Tool value={`split:${no}`} label={of > 1 ? `Split at 280, part ${no}` : undefined}>
          Split at 280
        </Tool>
      )}
      {of > 1 && !isFirst && (
        <Tool value={`move-part:${no}:up`} label={`Move part ${no} up`}>
          Up
        </Tool>
      )}
      {no < of && (
        <Tool value={`move-part:${no}:down`} label={`Move part ${no} down`}>
          Down
        </Tool>
      )}
      {of > 1 && (
        <Tool value={`remove-part:${no}`} label={`Remove part ${no}`}>
          Remove
        </Tool>
      )}
    </div>
  );
}

export function Tool({ value, label, children }: { value: string; label?: string; children: string }) {
  return (
    <button className="button button--ghost button--small" name="do" value={value} aria-label={label}>
      {children}
    </button>
  );
}
