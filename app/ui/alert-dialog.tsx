// An alert over whatever is open, another modal too: one mark, one sentence, OK; its form closes it without a script.
import { useEffect, useId, useRef } from "react";
import { Announcer } from "./announce";
import { Button } from "./button";
import { DialogBody } from "./dialog";
import { Icon } from "./icon";
import { Said } from "./said";

interface AlertDialogProps {
  message: string;
  /** What it is told about: another one opens it anew. */
  about: unknown;
}

export function AlertDialog({ message, about }: AlertDialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  const told = useRef<unknown>();

  useEffect(() => {
    const dialog = ref.current;
    const isFirst = told.current === undefined;
    told.current = about;
    // Closed before the script came: it has been read.
    if (!dialog || (isFirst && !dialog.open)) return;
    // As the server rendered it, it is open but holds nobody.
    dialog.removeAttribute("open");
    dialog.showModal();
    return () => dialog.close();
  }, [about]);

  // Once it is read one goes on at what is wrong.
  const goOn = () => document.querySelector<HTMLElement>("dialog:modal [aria-invalid=true]")?.focus();
  return (
    <dialog
      ref={ref}
      onClose={goOn}
      open
      className="dialog dialog--centre dialog--alert"
      role="alertdialog"
      aria-labelledby={titleId}
    >
      <DialogBody>
        <span className="mark">
          <Icon of="triangle-alert" />
        </span>
        <h2 id={titleId}>
          <Said text={message} />
        </h2>
        <form method="dialog">
          <Button autoFocus>OK</Button>
        </form>
      </DialogBody>
      <Announcer />
    </dialog>
  );
}
