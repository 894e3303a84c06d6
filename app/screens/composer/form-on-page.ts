// Reads the composer's form as it is on the page, and says where the focus goes after a button.
import { type Command, type ComposerForm, readForm } from "./form";

export function formIn(form: HTMLFormElement): ComposerForm {
  const data = new FormData(form);
  return readForm((name) => {
    const value = data.get(name);
    return typeof value === "string" ? value : null;
  });
}

/** Index of the part whose text has the focus. */
export function focusedIn(form: HTMLFormElement | null): number | null {
  const active = document.activeElement;
  const name = active instanceof HTMLTextAreaElement && form?.contains(active) ? active.name : "";
  return name.startsWith("part_") ? Number(name.slice(5)) - 1 : null;
}

export const focusPart = (form: HTMLFormElement | null, index: number): void =>
  form?.querySelector<HTMLTextAreaElement>(`[name=part_${index + 1}]`)?.focus();

/** Index of the part that gets the focus. Null: the server does this. */
export function focusOf(command: Command, count: number): number | null {
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

export function wordsOf(command: Command): string {
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
