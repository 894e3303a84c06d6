// Asks before what was written is lost, over the dialog that it was written in. Only where a script could ask at all.
import { useEffect, useId, useRef } from "react";
import { Button } from "~/ui/form/button";
import { DialogBody } from "./dialog-parts";

interface LeaveQuestionProps {
  /** Back to the words. */
  onStay: () => void;
  onLeave: () => void;
}

export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    // Escape is to keep: it was pressed once already, and that may have been by mistake.
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
