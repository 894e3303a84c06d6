// Edits a thread with one field per part and an empty one at the end.
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { TextArea } from "~/ui/form/text-area";
import { useHydrated } from "~/ui/use-hydrated";
import { maxParts } from "./thread";
import type { ThreadView } from "./thread-view";

interface ThreadFormProps {
  thread: ThreadView;
  /** Passed in, because a second import would split it into its own script on many pages. */
  countOf(text: string): ReactNode;
  typed?: Record<string, string>;
  error: string | null;
  closeTo: string;
}

export default function ThreadForm({ thread, countOf, typed, error, closeTo }: ThreadFormProps) {
  const { parts, seen } = thread;
  const [first] = parts;
  const [shown, setShown] = useState(Math.max(countIn(typed), parts.length + 1));
  // Never fewer than the saved parts, even if another tab removed some: typed text is kept.
  const count = Math.min(Math.max(shown, parts.length + 1), maxParts);
  const isFixed = (n: number) => n < 0 || n >= count || (parts[n]?.isFixed ?? false);
  return (
    <Dialog title="Edit thread" closeTo={closeTo} wide>
      <IntentForm intent="change-thread" fields={{ tweetId: first?.id, seen }} preventScrollReset>
        <DialogBody>
          {Array.from({ length: count }, (_, n) => (
            <PartField
              key={n}
              label={n < parts.length ? `Part ${n + 1}` : `Part ${n + 1} (optional)`}
              name={nameOf(n)}
              saved={parts[n]?.content ?? ""}
              words={wordsOf(parts[n], typed?.[nameOf(n)])}
              isFixed={isFixed(n)}
              moves={
                isFixed(n) ? [] : moves.filter(({ by }) => !isFixed(n + by)).map(({ way }) => ({ way, no: n + 1 }))
              }
              countOf={countOf}
              error={n === 0 ? error : null}
            />
          ))}
          <p className="hint">Empty parts are skipped. Posted parts can’t be changed.</p>
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          {count < maxParts && <AddPart add={() => setShown(count + 1)} />}
          <SplitLong typed={typed} onSplit={setShown} />
          <Submit variant="primary" icon="check">
            Save
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

const countIn = (fields: Record<string, string> = {}) =>
  Object.keys(fields).filter((name) => name.startsWith("part_")).length;

const nameOf = (n: number) => `part_${n + 1}`;

const moves = [
  { way: "up", by: -1 },
  { way: "down", by: 1 },
] as const;

/** Swaps two fields without saving. Without a script, the server does it. */
function swap(event: MouseEvent<HTMLButtonElement>, n: number, step: number): void {
  const { form } = event.currentTarget;
  const [one, other] = [n, n + step].map((at) => form?.elements.namedItem(nameOf(at)));
  if (!(one instanceof HTMLTextAreaElement && other instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  [one.value, other.value] = [other.value, one.value];
  for (const area of [one, other]) area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Typed text wins, except for parts that have been published since. */
const wordsOf = (part: ThreadView["parts"][number] | undefined, input: string | undefined): string =>
  (part?.isFixed ? undefined : input) ?? part?.content ?? "";

function AddPart({ add }: { add: () => void }) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <button type="button" className="button button--plain" onClick={add}>
      Add a part
    </button>
  );
}

interface SplitLongProps {
  typed: Record<string, string> | undefined;
  onSplit(count: number): void;
}

/** The server splits the text. Its answer fills the fields unless the user has typed since. */
function SplitLong({ typed, onSplit }: SplitLongProps) {
  const button = useRef<HTMLButtonElement>(null);
  const pressedWith = useRef<string | null>(null);
  useEffect(() => {
    const form = button.current?.form;
    const isAnswer = pressedWith.current !== null && form && pressedWith.current === wordsIn(form);
    pressedWith.current = null;
    if (!isAnswer || typed === undefined) return;
    onSplit(countIn(typed) + 1);
    for (const area of areasIn(form)) {
      area.value = typed[area.name] ?? "";
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, [typed, onSplit]);
  const remember = () => {
    const form = button.current?.form;
    pressedWith.current = form ? wordsIn(form) : null;
  };
  return (
    <button ref={button} className="button button--plain" name="split" value="1" onClick={remember}>
      Split at 280
    </button>
  );
}

const areasIn = (form: HTMLFormElement) => [...form.querySelectorAll("textarea")];
const wordsIn = (form: HTMLFormElement) => JSON.stringify(areasIn(form).map(({ value }) => value));

interface PartFieldProps {
  label: string;
  name: string;
  saved: string;
  words: string;
  isFixed: boolean;
  moves: { way: "up" | "down"; no: number }[];
  countOf(text: string): ReactNode;
  error: string | null;
}

function PartField({ label, name, saved, words, isFixed, moves: ways, countOf, error }: PartFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(words);
  const follow = () => setTyped(area.current?.value ?? "");
  useEffect(follow, []);
  return (
    <TextArea
      ref={area}
      label={label}
      name={name}
      value={words}
      rows={4}
      dir="auto"
      readOnly={isFixed}
      hint={isFixed ? "This part is already posting or posted, so it can’t be edited." : undefined}
      error={error}
      onInput={follow}
      data-unsaved={typed !== saved || undefined}
      foot={
        <div className="fold__acts">
          {countOf(typed)}
          {ways.map(({ way, no }) => (
            <button
              key={way}
              className="button button--ghost button--small"
              name="move"
              value={`${no}:${way}`}
              aria-label={`Move part ${no} ${way}`}
              onClick={(event) => swap(event, no - 1, way === "up" ? -1 : 1)}
            >
              {way === "up" ? "Up" : "Down"}
            </button>
          ))}
        </div>
      }
    />
  );
}
