// A modal: native dialog, opened by the URL and closed by going to `closeTo`.
import { useId, type ReactNode } from "react";
import { Announcer } from "~/ui/messages/announce";
import { DialogBody, DialogFoot } from "./dialog-parts";
import { Link } from "~/ui/link";
import { IconLink } from "~/ui/form/button";
import { classNames } from "~/ui/class-names";
import { Message } from "~/ui/message";
import { OfflineNotice } from "~/ui/messages/offline-notice";
import { LeaveQuestion } from "./leave-question";
import { useModal } from "./use-modal";

interface DialogProps {
  title: string;
  subtitle?: string;
  closeTo: string;
  wide?: boolean;
  centre?: boolean;
  mark?: ReactNode;
  children: ReactNode;
}

export function Dialog({ title, subtitle, closeTo, wide, centre, mark, children }: DialogProps) {
  const titleId = useId();
  const { modal, question } = useModal(closeTo);
  const heading = (
    <h2 id={titleId}>
      <Message text={title} />
    </h2>
  );
  return (
    <>
      <Backdrop closeTo={closeTo} />
      <dialog
        {...modal}
        className={classNames("dialog", wide && "dialog--wide", centre && "dialog--centre")}
        aria-labelledby={titleId}
      >
        {centre ? (
          <>
            <DialogBody>
              {mark}
              {heading}
              {children}
            </DialogBody>
            <Announcer inDialog />
          </>
        ) : (
          <>
            <div className="dialog__head">
              <div className="dialog__title">
                {heading}
                {subtitle && <p className="quiet">{subtitle}</p>}
              </div>
              <IconLink label="Close" icon="x" small to={closeTo} preventScrollReset />
            </div>
            <Announcer inDialog />
            {children}
          </>
        )}
        <OfflineNotice inModal />
        {question && <LeaveQuestion {...question} />}
      </dialog>
    </>
  );
}

export { DialogBody, DialogFoot };

/** A link, so that it works without a script; keyboard users have the close button and Cancel. */
export function Backdrop({ closeTo }: { closeTo: string }) {
  return <Link className="backdrop" to={closeTo} tabIndex={-1} aria-hidden="true" preventScrollReset />;
}
