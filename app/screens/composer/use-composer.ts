// State of the composer with a script: its parts, images, draft and keys. The form's fields hold the text.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { mediaMessages } from "~/features/media/media";
import { isSendKey } from "~/ui/form/submit-by-key";
import { announce } from "~/ui/messages/announce";
import { maxPictures } from "~/ports/network/port";
import type { ComposerAnswer } from "./answer.server";
import {
  type Command,
  commandOf,
  changeParts,
  type ComposedText,
  type ComposerForm,
  emptyPart,
  readForm,
} from "./form";
import type { PartState } from "./part";
import type { ComposerView } from "./to-view.server";
import { useDraft } from "./use-draft";
import { useUploads } from "./use-uploads";

interface ComposerOptions {
  formRef: RefObject<HTMLFormElement>;
  user: string | null;
  view: ComposerView;
  answer: ComposerAnswer | undefined;
  isFilled: boolean;
}

export function useComposer({ formRef, user, view: { form, fixed }, answer, isFilled }: ComposerOptions) {
  const [parts, setParts] = useState<readonly ComposedText[]>(form.parts);
  const [states, setStates] = useState<Readonly<Record<string, PartState>>>({});
  const [isRestored, setRestored] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const focusNext = useRef<number | null>(null);

  const read = () => (formRef.current ? formOf(formRef.current) : null);
  const present = () => read()?.parts ?? parts;
  const replace = (next: readonly ComposedText[]) => setParts(withNewKeys(parts, next));
  const refuse = (text: string) => {
    setRefusals((before) => [...before, text]);
    announce(text, { urgent: true });
  };

  const draft = useDraft({
    user,
    what: form.tweetId === null ? "new" : `tweet:${form.tweetId}`,
    read,
    saved: form,
    isFilled: isFilled || answer !== undefined,
    restore({ parts: kept }) {
      replace(
        kept.map(({ text, images = [] }) => ({
          key: "",
          text,
          images: images.map(({ mediaId, alt, ai }) => ({ mediaId, altText: alt, madeWithAi: ai })),
        })),
      );
      setRestored(true);
      announce("Restored from this device");
    },
  });
  const latest = useRef({ formRef, follow: draft.follow, replace });
  latest.current = { formRef, follow: draft.follow, replace };

  // Once the change is on the page.
  useEffect(() => {
    const { formRef, follow } = latest.current;
    follow();
    const at = focusNext.current;
    focusNext.current = null;
    if (at !== null) formRef.current?.querySelector<HTMLTextAreaElement>(`[name=part_${at + 1}]`)?.focus();
  }, [parts]);

  // The answer that the page was rendered with is on it already.
  const handled = useRef(answer);
  useEffect(() => {
    if (!answer || answer === handled.current) return;
    handled.current = answer;
    // Typed text is replaced only where the server changed it.
    if (answer.isOther && answer.view) latest.current.replace(answer.view.form.parts);
    if (answer.message) announce(answer.message);
  }, [answer]);

  const uploads = useUploads((key, mediaId) => {
    const image = { mediaId, altText: "", madeWithAi: false };
    setParts(present().map((part) => (part.key === key ? { ...part, images: [...part.images, image] } : part)));
    announce("Image added. Add alt text.");
  }, refuse);

  function addFiles(key: string, files: readonly File[]): void {
    const images = parts.find((part) => part.key === key)?.images.length ?? 0;
    const room = maxPictures - images - uploads.waiting.filter((upload) => upload.key === key).length;
    if (files.length > room) refuse(mediaMessages.tooMany);
    uploads.add(key, files.slice(0, Math.max(room, 0)));
  }

  /** Does what a button says, if that needs no server. */
  function run(value: string): boolean {
    const wanted = commandOf(value);
    const at = wanted && focusOf(wanted, parts.length);
    if (!wanted || at === null) return false;
    const after = changeParts(present(), wanted, fixed);
    setParts(after);
    focusNext.current = Math.min(at, after.length - 1);
    announce(wordsOf(wanted));
    return true;
  }

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>, no: number): void {
    const area = event.currentTarget;
    if (isSendKey(event)) {
      event.preventDefault();
      const button = formRef.current?.querySelector<HTMLButtonElement>("button[value=schedule]");
      if (button && !button.disabled && button.ariaDisabled !== "true") formRef.current?.requestSubmit(button);
      return;
    }
    const isArrow = event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown");
    const wanted = isArrow
      ? `move-part:${no}:${event.key === "ArrowUp" ? "up" : "down"}`
      : event.key === "Backspace" && area.value === "" && parts.length > 1 && no > fixed
        ? `remove-part:${no}`
        : null;
    if (wanted !== null && run(wanted)) event.preventDefault();
  }

  function discard(): void {
    draft.discard();
    setRestored(false);
    replace(form.parts);
    focusNext.current = 0;
    announce("Draft deleted");
  }

  return {
    parts,
    states,
    setState: (key: string, state: PartState) => setStates((before) => ({ ...before, [key]: state })),
    isRestored,
    refusals,
    kept: draft.state,
    uploads: uploads.waiting,
    follow: draft.follow,
    addFiles,
    run,
    onKey,
    discard,
  };
}

function formOf(form: HTMLFormElement): ComposerForm {
  const data = new FormData(form);
  return readForm((name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : null;
  });
}

/** New keys make new fields, which show these texts. */
function withNewKeys(before: readonly ComposedText[], next: readonly ComposedText[]): ComposedText[] {
  const made: ComposedText[] = [];
  for (const part of next) made.push({ ...part, key: emptyPart([...before, ...made]).key });
  return made;
}

/** Index of the part that gets the focus. Null: the server does this. */
function focusOf(command: Command, count: number): number | null {
  switch (command.do) {
    case "add-part":
      return count;
    case "move-part":
      return command.part + command.by;
    case "remove-part":
      return Math.max(command.part - 1, 0);
    case "remove-image":
      return command.part;
    default:
      return null;
  }
}

function wordsOf(command: Command): string {
  switch (command.do) {
    case "add-part":
      return "Part added";
    case "move-part":
      return `Part ${command.part + 1} is now part ${command.part + command.by + 1}`;
    case "remove-part":
      return "Part removed";
    default:
      return "Image removed";
  }
}
