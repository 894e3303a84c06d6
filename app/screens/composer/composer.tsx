// The composer: parts, images, account and time in one form, with and without a script.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useNavigation } from "@remix-run/react";
import { maxParts } from "~/features/threads/thread";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useScreen } from "~/screens/frame/screen";
import { Button } from "~/ui/form/button";
import { Select } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { ComposerAnswer } from "./composer-answer";
import { Foot, needsConfirmation, Refusal } from "./foot";
import { type ComposerForm, isFormOfOther } from "./form";
import { Images } from "./images";
import type { Placed } from "./kept-form";
import { Part, Tool } from "./part";
import type { ComposerView } from "./to-view.server";
import { uploadingText, useComposer } from "./use-composer";
import { When } from "./when";

interface ComposerProps {
  /** Null: no one is signed in, or the tweet can't be changed. */
  loaded: ComposerView | null;
  answer: ComposerAnswer | undefined;
  /** The address fills the form. */
  isFilled: boolean;
  placed: Placed;
  signInHref: string;
}

const keptWords = {
  new: "Kept as you type",
  kept: "Saved on this device",
  "not-kept": "Not kept: this browser blocks storage.",
};

/** Stays open, with its last answer, where the page is loaded again, also for another user or for no one. */
export function Composer({ loaded, answer: fresh, ...props }: ComposerProps) {
  const { user } = useScreen();
  const [last, setLast] = useState(fresh);
  if (fresh && fresh !== last) setLast(fresh);
  const hasSignedIn = !fresh && last?.isSignedOut === true && user !== null;
  const answer = hasSignedIn ? undefined : (fresh ?? last);
  const [shown, setShown] = useState(fresh?.view ?? loaded);
  const view = fresh?.view ?? shown ?? loaded;
  if (view !== shown) setShown(view);
  return view && <Fields {...props} view={view} loaded={loaded} answer={answer} />;
}

function Fields({ view, loaded, answer, isFilled, placed, signInHref }: ComposerProps & { view: ComposerView }) {
  const { user, sandbox } = useScreen();
  const { hrefWith } = useHrefWith();
  const { situation, fixed } = view;
  const formRef = useRef<HTMLFormElement>(null);
  const id = useId();
  const hydrated = useHydrated();
  const [changed, setChanged] = useState<ComposerAnswer>();
  const { state, formData, location } = useNavigation();
  // An answer that stays on the page is on it while the rest loads again.
  const isOnItsWay = state === "submitting" || (state === "loading" && location.pathname !== "/write");
  const isBusy = isOnItsWay && formData?.has("once") === true;
  const busy = isBusy ? String(formData.get("do") ?? "") : null;
  // A refusal doesn't load the page's user again.
  const isOthers = answer?.isOthers === true || (user !== null && isFormOfOther(view.form, user.id));
  const opened = loaded?.form ?? null;
  const composer = useComposer({ formRef, view, opened, answer, isFilled, placed, isOthers, isBusy });
  const { form, states, uploads, addFiles, version } = composer;
  const { parts } = form;
  useDrops((files, no) => {
    const part = parts[no === null ? parts.length - 1 : no - 1];
    if (part) addFiles(part.key, files);
  });

  const accounts = (isOthers ? null : loaded?.accounts) ?? view.accounts;
  const isElsewhere = accounts.length > 0 && form.account !== null && !accounts.some(({ ref }) => ref === form.account);
  const shown = parts.flatMap(({ key }) => states[key] ?? []);
  const filled = shown.filter(({ isEmpty }) => !isEmpty);
  const isBlank = shown.length > 0 && filled.length === 0;
  const isOver = filled.some(({ over }) => over > 0);
  const isUploading = uploads.length > 0;
  const off = isBlank
    ? "Write something first."
    : isUploading
      ? uploadingText
      : isOver
        ? "Drafts can be any length. To post this, shorten it or split it."
        : null;
  const chosen = accounts.find(({ ref }) => ref === form.account) ?? accounts[0];
  const canGrow = (situation !== "scheduled" || form.parts.length > 1) && parts.length < maxParts;
  return (
    <>
      {isOthers && <OthersNotice formId={id} />}
      <Form
        ref={formRef}
        id={id}
        hidden={isOthers}
        method="post"
        action={hrefWith({ panel: null })}
        encType="multipart/form-data"
        className="write"
        preventScrollReset
        // A hidden time out of range would stop every button without a word; the server checks.
        noValidate
        onInput={composer.onInput}
        onChange={({ target }: FormEvent) => {
          if (target instanceof HTMLSelectElement && target.name === "account") composer.setAccount(target.value);
          // "Schedule anyway" was offered for another choice.
          if (target instanceof HTMLElement && target.matches("[name=account], .when *")) setChanged(answer);
        }}
        onClick={(event) => composer.onClick(event, off)}
      >
        {/* Enter in a field clicks the first button, which must change nothing. */}
        <button className="visually-hidden" name="do" value="count" tabIndex={-1} aria-hidden="true">
          Count
        </button>
        <Hidden form={form} />
        {!hydrated && <Refusal answer={answer} signInHref={signInHref} />}
        {composer.restored && (
          <DraftNotice title="Restored from this device" button="Discard" onClick={composer.discard}>
            {["You wrote this and closed it without saving.", ...composer.restored].join(" ")}
          </DraftNotice>
        )}
        {composer.canUndo && <DraftNotice title="Draft deleted" button="Undo" onClick={composer.undoDiscard} />}
        {accounts.length > 1 || isElsewhere ? (
          <Select
            key={version}
            label="Account"
            name="account"
            value={form.account ?? ""}
            options={[
              ...(isElsewhere ? [{ value: form.account ?? "", label: "An account that isn’t connected" }] : []),
              ...accounts.map(({ ref, username }) => ({ value: ref, label: `@${username}` })),
            ]}
          />
        ) : (
          <input type="hidden" name="account" value={form.account ?? ""} />
        )}
        <ol className="write__parts">
          {parts.map((part, n) => (
            <Part
              key={`${version} ${part.key}`}
              part={part}
              no={n + 1}
              of={parts.length}
              isFixed={n < fixed}
              isBusy={isBusy}
              fixed={fixed}
              known={view.known}
              sandbox={sandbox}
              onState={composer.setState}
              onKey={composer.onKey}
              onImages={(files) => addFiles(part.key, files)}
            >
              <Images
                images={part.images}
                no={n + 1}
                of={parts.length}
                isFixed={n < fixed}
                isBusy={isBusy}
                off={view.imagesOff}
                uploading={uploads.filter(({ key }) => key === part.key).map(({ name }) => name)}
                onFiles={(files) => addFiles(part.key, files)}
              />
            </Part>
          ))}
        </ol>
        {composer.refusals.map((text, n) => (
          <p className="field__hint field__hint--wrong" key={`${n} ${text}`}>
            {text}
          </p>
        ))}
        <div className="row">
          {canGrow && <Tool value="add-part">Add part</Tool>}
          {!hydrated && view.imagesOff === null && (
            <Tool value="add-images">{situation === "new" ? "Save draft and add images" : "Save and add images"}</Tool>
          )}
          {hydrated && <p className="hint">{keptWords[composer.kept]}</p>}
        </div>
        <When key={`${version} ${view.scheduledFor ?? ""}`} form={form} view={view} random={chosen?.random ?? ""} />
        {hydrated && <Refusal answer={answer} signInHref={signInHref} />}
        <Foot
          {...{ situation, off, isBlank, isUploading, sandbox, busy }}
          costUsd={filled.reduce((sum, { costUsd }) => sum + costUsd, 0)}
          question={answer !== changed && needsConfirmation(answer)}
        />
      </Form>
    </>
  );
}

interface DraftNoticeProps {
  title: string;
  button: string;
  onClick(): void;
  children?: string;
}

const DraftNotice = ({ title, button, onClick, children }: DraftNoticeProps) => (
  <Notice
    tone="info"
    title={title}
    action={
      <Button type="button" size="small" onClick={onClick}>
        {button}
      </Button>
    }
  >
    {children}
  </Notice>
);

/** Its button asks the server, which gives the form back to its owner alone. */
function OthersNotice({ formId }: { formId: string }) {
  return (
    <Notice
      tone="attention"
      title="This text belongs to another user"
      action={
        <Button form={formId} name="do" value="count" size="small">
          Show it again
        </Button>
      }
    >
      <span>Sign in as that user to continue. Nothing was saved or deleted. </span>
      <a href="/write">Write another tweet</a>
    </Notice>
  );
}

function Hidden({ form }: { form: ComposerForm }) {
  const { userId, tweetId, once, seen, isAnswerLost, wasScheduled, back } = form;
  const state = wasScheduled ? "scheduled" : "";
  const fields = {
    user: userId ?? "",
    tweet: tweetId ?? "",
    once,
    seen: seen ?? "",
    unanswered: isAnswerLost ? "yes" : "",
    state,
    back,
  };
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
    </>
  );
}

/** A browser leaves the page for a file that is dropped beside a field. `no`: the part that it was dropped on. */
function useDrops(onFiles: (files: File[], no: number | null) => void): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: globalThis.DragEvent) => dataTransfer?.types.includes("Files") === true;
    const allow = (event: globalThis.DragEvent) => void (hasFiles(event) && event.preventDefault());
    const drop = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      const on = event.target instanceof Element ? event.target.closest("li[id^=part-]") : null;
      if (files.length > 0) latest.current(files, on ? Number(on.id.slice(5)) : null);
    };
    addEventListener("dragover", allow);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", allow);
      removeEventListener("drop", drop);
    };
  }, []);
}
