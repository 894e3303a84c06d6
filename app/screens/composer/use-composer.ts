// State of the composer with a script: its parts, images, draft and keys. The form's fields hold the text.
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { mediaMessages } from "~/features/media/media";
import { isSendKey } from "~/ui/form/submit-by-key";
import { announce } from "~/ui/messages/announce";
import { maxPictures } from "~/ports/network/port";
import type { ComposerAnswer } from "./composer-answer";
import {
  changeParts,
  type Command,
  commandOf,
  type ComposedText,
  type ComposerForm,
  emptyPart,
  fixedText,
} from "./form";
import { focusedIn, focusOf, focusPart, formIn, wordsOf } from "./form-on-page";
import { type Placed, restoredOf } from "./kept-form";
import type { PartState } from "./part";
import type { ComposerView } from "./to-view.server";
import { useDraft } from "./use-draft";
import { useUploads } from "./use-uploads";

interface ComposerOptions {
  formRef: RefObject<HTMLFormElement>;
  view: ComposerView;
  /** The form as this address opens it; null: no one was signed in. */
  opened: ComposerForm | null;
  answer: ComposerAnswer | undefined;
  isFilled: boolean;
  placed: Placed;
  /** Another user is signed in. */
  isOthers: boolean;
  isBusy: boolean;
}

export function useComposer({ formRef, view, opened, answer, placed, isOthers, isBusy, ...options }: ComposerOptions) {
  const { fixed } = view;
  const [form, setForm] = useState(view.form);
  // New fields show a replaced form.
  const [version, setVersion] = useState(0);
  const [states, setStates] = useState<Readonly<Record<string, PartState>>>({});
  const [restored, setRestored] = useState<readonly string[] | null>(null);
  const [discarded, setDiscarded] = useState<ComposerForm | null>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const focusNext = useRef<number | null>(null);
  const sent = useRef<Command | null>(null);
  const stored = useRef((answer?.isSaved ? answer.view?.form : opened) ?? emptied(view.form));

  const { parts } = form;
  const read = () => (formRef.current ? formIn(formRef.current) : null);
  const present = () => read()?.parts ?? parts;
  const chosen = () => {
    const { account, time, day, slot, moment } = read() ?? form;
    return { account, time, day, slot, moment };
  };
  const setParts = (next: ComposedText[]) => {
    uploads.keep(next.map(({ key }) => key));
    setDiscarded(null);
    setForm((before) => ({ ...before, parts: next }));
  };
  const replace = (next: ComposerForm, focus: number | null = focusedIn(formRef.current)) => {
    focusNext.current = focus;
    uploads.keep(next.parts.map(({ key }) => key));
    setForm(next);
    setVersion((before) => before + 1);
  };
  const refuse = (text: string) => {
    setRefusals((before) => [...before, text]);
    announce(text, { urgent: true });
  };

  const draft = useDraft({
    userId: form.userId,
    what: form.tweetId === null ? "new" : `tweet:${form.tweetId}`,
    read,
    stored: () => stored.current,
    isFilled: options.isFilled || answer !== undefined,
    isBusy,
    restore(kept) {
      const { form: next, missing } = restoredOf(kept, form, view, placed);
      replace(next);
      setRestored(missing);
      announce(["Restored from this device.", ...missing].join(" "));
    },
  });
  const uploads = useUploads((key, mediaId) => {
    const now = present();
    if (now.some((part) => part.key === key && part.images.some((image) => image.mediaId === mediaId)))
      return announce("This image is in this part already.");
    const image = { mediaId, altText: "", madeWithAi: false };
    setParts(now.map((part) => (part.key === key ? { ...part, images: [...part.images, image] } : part)));
    announce("Image added. Add alt text.");
  }, refuse);

  const latest = useRef({ follow: draft.follow, replace, form, fixed, uploads, chosen });
  latest.current = { follow: draft.follow, replace, form, fixed, uploads, chosen };

  // Once the change is on the page.
  useEffect(() => {
    latest.current.follow();
    const at = focusNext.current;
    focusNext.current = null;
    if (at !== null) focusPart(formRef.current, at);
  }, [parts, version, formRef]);

  // The answer that the page was rendered with is on it already.
  const handled = useRef(answer);
  useEffect(() => {
    if (!answer || answer === handled.current) return;
    handled.current = answer;
    const { form, fixed, replace, uploads, chosen } = latest.current;
    const command = sent.current;
    if (answer.view && answer.isSaved) stored.current = answer.view.form;
    // Typed text is replaced only where the server changed it.
    if (answer.view && answer.isOther) {
      const isSplit = command?.do === "split";
      // Account and time may have been changed since it was sent.
      replace({ ...answer.view.form, ...(isSplit && chosen()) }, isSplit ? command.part : fixed);
    } else if (answer.isSignedOut || answer.isOthers) uploads.keep([]);
    else if (answer.view) setForm({ ...answer.view.form, parts: form.parts });
    else setForm({ ...form, isAnswerLost: true });
    // The button that was pressed is gone.
    if (command?.do === "keep-mine" || command?.do === "make-new") focusPart(formRef.current, fixed);
    if (answer.error !== null) announce(answer.error, { urgent: true });
    else if (answer.message) announce(answer.message);
    formRef.current?.querySelector(".notice--error")?.scrollIntoView({ block: "nearest" });
  }, [answer, formRef]);

  // A reload opens the tweet that the form goes on with.
  const { tweetId } = form;
  useEffect(() => {
    const url = new URL(location.href);
    const named = tweetId === null ? null : String(tweetId);
    if (url.pathname !== "/write" || url.searchParams.get("tweet") === named) return;
    if (named === null) url.searchParams.delete("tweet");
    else url.searchParams.set("tweet", named);
    history.replaceState(history.state, "", url);
  }, [tweetId, answer]);

  const wasOthers = useRef(isOthers);
  useEffect(() => {
    if (wasOthers.current && !isOthers) focusPart(formRef.current, 0);
    wasOthers.current = isOthers;
  }, [isOthers, formRef]);

  // Leaving would lose it.
  const isKept = draft.state !== "not-kept";
  const isUploading = uploads.waiting.length > 0;
  const isChanged = useRef(draft.isChanged);
  isChanged.current = draft.isChanged;
  useEffect(() => {
    if (isKept && !isUploading) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (isUploading || isChanged.current()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isKept, isUploading]);

  function addFiles(key: string, files: readonly File[]): void {
    const at = parts.findIndex((part) => part.key === key);
    if (isBusy || isOthers || at < 0 || files.length === 0) return;
    if (at < fixed) return refuse(fixedText);
    const waiting = uploads.waiting.filter((upload) => upload.key === key).length;
    const room = maxPictures - (parts[at]?.images.length ?? 0) - waiting;
    if (files.length > room) refuse(mediaMessages.tooMany);
    uploads.add(key, files.slice(0, Math.max(room, 0)));
  }

  /** Does what a button says. False: the server has to. */
  function run(command: Command): boolean {
    // Enter in a field clicks the first button.
    if (command.do === "count") return true;
    const at = focusOf(command, parts.length);
    if (at === null) return false;
    const before = present();
    const after = changeParts(before, command, fixed);
    const isSamePart = ({ key, images }: ComposedText, n: number) =>
      key === before[n]?.key && images.length === before[n]?.images.length;
    if (after.length === before.length && after.every(isSamePart)) return true;
    setParts(after);
    focusNext.current = Math.min(at, after.length - 1);
    announce(wordsOf(command));
    return true;
  }

  /** `off`: why the tweet can't be scheduled or posted. */
  function onClick(event: MouseEvent, off: string | null): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[name=do]") : null;
    const command = button && commandOf(button.value);
    if (!command) return;
    if (event.defaultPrevented) return off === null ? undefined : announce(off, { urgent: true });
    if (isBusy || run(command)) return event.preventDefault();
    if (isUploading) {
      event.preventDefault();
      return announce(uploadingText, { urgent: true });
    }
    sent.current = command;
    setRefusals([]);
  }

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>, no: number): void {
    const area = event.currentTarget;
    if (isSendKey(event)) {
      event.preventDefault();
      formRef.current?.querySelector<HTMLButtonElement>("button[value=schedule]")?.click();
      return;
    }
    const isArrow = event.altKey && parts.length > 1 && (event.key === "ArrowUp" || event.key === "ArrowDown");
    const isEmptied = event.key === "Backspace" && !event.repeat && area.value === "" && parts.length > 1;
    const hasImages =
      (parts[no - 1]?.images.length ?? 0) > 0 || uploads.waiting.some(({ key }) => key === parts[no - 1]?.key);
    const wanted = isArrow
      ? `move-part:${no}:${event.key === "ArrowUp" ? "up" : "down"}`
      : isEmptied && !hasImages && no > fixed
        ? `remove-part:${no}`
        : "";
    const command = commandOf(wanted);
    if (!command || isBusy) return;
    event.preventDefault();
    run(command);
  }

  function discard(): void {
    setDiscarded(read());
    draft.discard();
    uploads.keep([]);
    setRefusals([]);
    setRestored(null);
    replace({ ...stored.current, once: newId() }, fixed);
    announce("Draft deleted");
  }

  function undoDiscard(): void {
    if (discarded) replace(discarded, fixed);
    setDiscarded(null);
    announce("Draft restored");
  }

  return {
    form,
    version,
    states,
    setState: (key: string, state: PartState) => setStates((before) => ({ ...before, [key]: state })),
    setAccount: (account: string) => setForm((before) => ({ ...before, account })),
    restored,
    canUndo: discarded !== null,
    refusals,
    kept: draft.state,
    uploads: uploads.waiting,
    onInput() {
      setDiscarded(null);
      draft.follow();
    },
    addFiles,
    onClick,
    onKey,
    discard,
    undoDiscard,
  };
}

export const uploadingText = "Wait until the images are uploaded.";

// `crypto.randomUUID` needs https.
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

const emptied = (form: ComposerForm): ComposerForm => ({ ...form, parts: [emptyPart([])] });
