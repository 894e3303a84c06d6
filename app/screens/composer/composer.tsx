// The composer: parts, images, account and time in one form, with and without a script.
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "@remix-run/react";
import { maxParts } from "~/features/threads/thread";
import { useScreen } from "~/screens/frame/screen";
import { Button } from "~/ui/form/button";
import { Select } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { ComposerAnswer } from "./answer.server";
import { Foot, needsConfirmation, Refusal } from "./foot";
import type { ComposerForm } from "./form";
import { Images } from "./images";
import { Part, Tool } from "./part";
import type { ComposerView } from "./to-view.server";
import { useComposer } from "./use-composer";
import { imagesIn } from "./use-uploads";
import { When } from "./when";

interface ComposerProps {
  view: ComposerView;
  answer: ComposerAnswer | undefined;
  /** The address fills the form. */
  isFilled: boolean;
  signInHref: string;
}

const keptWords = {
  new: "Kept as you type",
  kept: "Saved on this device",
  "not-kept": "Not kept: this browser blocks storage.",
};

export function Composer({ view, answer, isFilled, signInHref }: ComposerProps) {
  const { user, sandbox } = useScreen();
  const { form, situation, fixed } = view;
  const formRef = useRef<HTMLFormElement>(null);
  const [account, setAccount] = useState(form.account);
  const hydrated = useHydrated();
  const { parts, states, uploads, addFiles, ...composer } = useComposer({
    formRef,
    user: user?.id ?? null,
    view,
    answer,
    isFilled,
  });
  const { state, formData } = useNavigation();
  const busy = state === "idle" ? null : String(formData?.get("do") ?? "") || null;
  useDrops((files, no) => {
    const part = parts[no === null ? parts.length - 1 : no - 1];
    if (part) addFiles(part.key, files);
  });

  const shown = parts.flatMap(({ key }) => states[key] ?? []);
  const filled = shown.filter(({ isEmpty }) => !isEmpty);
  const isBlank = shown.length > 0 && filled.length === 0;
  const isOver = filled.some(({ over }) => over > 0);
  const off = isBlank
    ? "Write something first."
    : isOver
      ? "Drafts can be any length. To post this, shorten it or split it."
      : null;
  const chosen = view.accounts.find(({ ref }) => ref === account) ?? view.accounts[0];
  const canGrow = (situation !== "scheduled" || form.parts.length > 1) && parts.length < maxParts;
  return (
    <Form
      ref={formRef}
      method="post"
      action="/write"
      encType="multipart/form-data"
      className="write"
      preventScrollReset
      onInput={composer.follow}
      onChange={({ target }: FormEvent) => {
        if (target instanceof HTMLSelectElement && target.name === "account") setAccount(target.value);
      }}
      onClick={(event: MouseEvent) => {
        const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[name=do]") : null;
        if (button && composer.run(button.value)) event.preventDefault();
      }}
    >
      {/* Enter in a field clicks the first button, which must neither post nor remove. */}
      <button className="visually-hidden" name="do" value="draft" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <Hidden form={answer?.view?.form ?? form} />
      {!hydrated && <Refusal answer={answer} signInHref={signInHref} />}
      {composer.isRestored && (
        <Notice
          tone="info"
          title="Restored from this device"
          action={
            <Button type="button" size="small" onClick={composer.discard}>
              Discard
            </Button>
          }
        >
          You wrote this and closed it without saving.
        </Notice>
      )}
      {view.accounts.length > 1 ? (
        <Select
          label="Account"
          name="account"
          value={form.account ?? ""}
          options={view.accounts.map(({ ref, username }) => ({ value: ref, label: `@${username}` }))}
        />
      ) : (
        <input type="hidden" name="account" value={form.account ?? ""} />
      )}
      <ol className="write__parts">
        {parts.map((part, n) => (
          <Part
            key={part.key}
            part={part}
            no={n + 1}
            of={parts.length}
            isFixed={n < fixed}
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
      <When form={form} view={view} random={chosen?.random ?? ""} />
      {hydrated && <Refusal answer={answer} signInHref={signInHref} />}
      <Foot
        {...{ situation, off, isBlank, sandbox, busy }}
        costUsd={filled.reduce((sum, { costUsd }) => sum + costUsd, 0)}
        question={needsConfirmation(answer)}
      />
    </Form>
  );
}

function Hidden({ form: { tweetId, once, seen, wasScheduled, back } }: { form: ComposerForm }) {
  const fields = { tweet: tweetId ?? "", once, seen: seen ?? "", state: wasScheduled ? "scheduled" : "", back };
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
      const files = imagesIn(event.dataTransfer);
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
