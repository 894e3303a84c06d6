// An alert over whatever is open, another modal too: one mark, one sentence, OK; its form closes it without a script.
import { useEffect, useId, useRef } from "react";
import { Announcer } from "~/ui/messages/announce";
import { Button } from "~/ui/form/button";
import { DialogBody } from "./dialog";
import { Icon } from "~/ui/icons/icon";
import { Message } from "~/ui/message";

interface AlertDialogProps {
  message: string;
  /** What it is told about: another one opens it anew. */
  about: unknown;
}

export function AlertDialog({ message, about }: AlertDialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  const lastMessage = useRef<unknown>();

  useEffect(() => {
    const dialog = ref.current;
    const isFirst = lastMessage.current === undefined;
    lastMessage.current = about;
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
          <Message text={message} />
        </h2>
        <form method="dialog">
          <Button autoFocus>OK</Button>
        </form>
      </DialogBody>
      <Announcer />
    </dialog>
  );
}
