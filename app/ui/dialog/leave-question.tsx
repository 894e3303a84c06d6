// Asks before a dialog with unsaved text closes. Needs a script.
import { useEffect, useId, useRef } from "react";
import { Button } from "~/ui/form/button";
import { DialogBody } from "./dialog-parts";

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    // Escape keeps the text: the first Escape may have been a mistake.
    <dialog
      ref={ref}
      className="dialog dialog--centre dialog--alert"
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={onStay}
    >
      <DialogBody>
        <h2 id={titleId}>You have unsaved changes</h2>
        <p className="quiet">Close without saving?</p>
        <div className="row row--centre">
          <Button type="button" onClick={onStay} autoFocus>
            Keep editing
          </Button>
          <Button type="button" variant="danger" onClick={onLeave}>
            Discard changes
          </Button>
        </div>
      </DialogBody>
    </dialog>
  );
}
