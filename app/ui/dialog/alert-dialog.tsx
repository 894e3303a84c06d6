// Alert over the page or another modal; without a script, its form closes it.
import { useEffect, useId, useRef } from "react";
import { Announcer } from "~/ui/messages/announce";
import { Button } from "~/ui/form/button";
import { DialogBody } from "./dialog";
import { Icon } from "~/ui/icons/icon";
import { Message } from "~/ui/message";

interface AlertDialogProps {
  message: string;
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
    if (!dialog || (isFirst && !dialog.open)) return;
    // The server rendered it open, but not as a modal.
    dialog.removeAttribute("open");
    dialog.showModal();
    return () => dialog.close();
  }, [about]);

  // Moves the focus to the first invalid field.
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
