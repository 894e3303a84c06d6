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
        <h2 id={titleId}>What you wrote here is not saved</h2>
        <p className="quiet">Close it all the same?</p>
        <div className="row row--centre">
          <Button type="button" onClick={onStay} autoFocus>
            Keep writing
          </Button>
          <Button type="button" variant="danger" onClick={onLeave}>
            Close without saving
          </Button>
        </div>
      </DialogBody>
    </dialog>
  );
}
