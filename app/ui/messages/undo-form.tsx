// Undo button of a toast; `Ctrl Z` presses it.
import { useEffect, useRef } from "react";
import { useActionData } from "@remix-run/react";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";
import type { FormMessage, Undo } from "./form-message";

export default function UndoForm({ undo: { intent, fields }, onDone }: { undo: Undo; onDone: () => void }) {
  const busy = useBusy(intent, fields) !== null;
  const answer = useActionData<FormMessage>();
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && !answer?.error) onDone();
    wasBusy.current = busy;
  });
  return (
    <div data-undo ref={useUndoKey()}>
      <IntentForm intent={intent} fields={fields} preventScrollReset>
        <Submit variant="ghost" size="small">
          Undo
        </Submit>
      </IntentForm>
    </div>
  );
}

/** The latest toast's Undo; in a field, the browser's own. */
function useUndoKey() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
      if ([...document.querySelectorAll("[data-undo]")].at(-1) !== place.current) return;
      event.preventDefault();
      place.current?.querySelector("form")?.requestSubmit();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return place;
}
