// Keeps the changed fields of one form in the draft store, and fills them in when the form is opened again.
import type { DraftPart } from "./draft";
import type { DraftStore } from "./draft-store";
import { onSaved } from "./saved-forms";

type Field = HTMLTextAreaElement | HTMLInputElement;

interface FormOptions {
  store: DraftStore;
  user: string;
  /** Names the form in the store. */
  what: string;
  /** Called again each time, because the form may be another element after a navigation. */
  fields(): Field[];
  /** The address fills the form, so no draft is restored over it. */
  isFilled: boolean;
  /** Whether the server has saved these fields by answering yes to the form. */
  saves(form: FormData): boolean;
  onRestore(isRestored: boolean): void;
  onWrite(isKept: boolean): void;
}

export interface KeptForm {
  /** Call it when fields may have come or gone. */
  sync(): void;
  discard(): void;
  close(): void;
}

export function keepForm({ store, user, what, fields, isFilled, saves, onRestore, onWrite }: FormOptions): KeptForm {
  const saved = new Map(fields().map(({ name, defaultValue }) => [name, defaultValue]));
  const savedOf = ({ name }: Field) => saved.get(name) ?? "";
  /** Restored parts whose field is not on the page yet. */
  let waiting: DraftPart[] = [];
  let before = "[]";

  const set = (field: Field, text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const fieldOf = ({ name }: DraftPart) => fields().find((field) => field.name === name);

  function fill(): boolean {
    const parts = waiting;
    const isSame = (part: DraftPart) => fieldOf(part)?.value === part.text;
    const fits = (part: DraftPart) => {
      const field = fieldOf(part);
      return !isSame(part) && field?.value === (field && savedOf(field)) && field !== undefined;
    };
    const fitting = parts.filter(fits);
    waiting = parts.filter((part) => !isSame(part) && !fits(part));
    for (const part of fitting) {
      const field = fieldOf(part);
      if (field) set(field, part.text);
    }
    return fitting.length > 0;
  }

  function sync(): void {
    fill();
    const changed = fields().filter((field) => field.value !== savedOf(field));
    const parts = [...changed.map(({ name, value }): DraftPart => ({ name, text: value })), ...waiting];
    const after = JSON.stringify(parts);
    if (after === before) return;
    before = after;
    draft.keep(parts.length > 0 ? { parts } : null);
  }

  function end(): void {
    draft.end();
    before = "[]";
    onRestore(false);
  }

  const warn = (event: BeforeUnloadEvent): void => {
    if (before !== "[]") event.preventDefault();
  };
  const draft = store.open({
    user,
    what,
    restore({ parts }) {
      const isTyped = ({ text, ...part }: DraftPart) => {
        const field = fieldOf({ text, ...part });
        return field && field.value !== savedOf(field) && field.value !== text;
      };
      if (isFilled || parts.some(isTyped)) return false;
      waiting = [...parts];
      before = JSON.stringify(parts);
      if (fill()) onRestore(true);
      sync();
      return true;
    },
    onWrite(isKept) {
      onWrite(isKept);
      // Only then: a page with such a listener is not put into the back/forward cache.
      if (isKept) removeEventListener("beforeunload", warn);
      else addEventListener("beforeunload", warn);
    },
  });

  const onInput = ({ target }: Event) => {
    if (fields().some((field) => field === target)) sync();
  };
  document.addEventListener("input", onInput);
  const stopSaved = onSaved((form) => {
    if (!saves(form)) return;
    for (const [name, text] of form) if (typeof text === "string") saved.set(name, text.replaceAll("\r\n", "\n"));
    waiting = [];
    end();
    sync();
  });
  // The user can type before the script has loaded.
  sync();

  return {
    sync,
    discard() {
      waiting = [];
      for (const field of fields()) set(field, savedOf(field));
      end();
      fields()[0]?.focus();
    },
    close() {
      document.removeEventListener("input", onInput);
      removeEventListener("beforeunload", warn);
      stopSaved();
      draft.close();
    },
  };
}
