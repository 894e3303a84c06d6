// Shows the result dialogs: signed in, done, or failed.
import type { ReactNode } from "react";
import { Bird } from "~/ui/icons/bird";
import { ButtonLink } from "~/ui/form/button";
import { Dialog } from "~/ui/dialog/dialog";
import { Icon } from "~/ui/icons/icon";
import { notKept } from "./user";

const attentionMark = (
  <span className="mark">
    <Icon of="triangle-alert" />
  </span>
);

export function SuccessModal({ email, ...rest }: Pick<MessageModalProps, "closeTo" | "warning"> & { email: string }) {
  return <MessageModal title="Login Successful!" detail={`Welcome, ${email}`} button="Continue" {...rest} />;
}

interface MessageModalProps {
  title: string;
  detail: string;
  warning?: ReactNode;
  button?: string;
  closeTo: string;
}

export function MessageModal({ title, detail, warning, button = "OK", closeTo }: MessageModalProps) {
  const mark = (
    <span className="mark mark--bird">
      <Bird />
    </span>
  );
  return (
    <Dialog title={title} closeTo={closeTo} centre mark={mark}>
      <p className="quiet wrap">{detail}</p>
      {warning}
      {/* Replaces the history entry: going back must not show this again. */}
      <ButtonLink variant="primary" to={closeTo} replace preventScrollReset data-autofocus>
        {button}
      </ButtonLink>
    </Dialog>
  );
}

export function NotKeptModal({ address, closeTo }: { address: string; closeTo: string }) {
  const [title, detail] = notKept(address);
  return (
    <Dialog title={title} closeTo={closeTo} centre mark={attentionMark}>
      <p className="quiet wrap">{detail}</p>
      <p className="hint">
        If you just created an account, it was saved. Sign in at that URL. Already there? Allow cookies for this site.
      </p>
      <a className="button button--primary" href={address} data-autofocus>
        Open Linnet
      </a>
    </Dialog>
  );
}

interface ErrorModalProps {
  message: string;
  detail?: string;
  closeTo: string;
}

export function ErrorModal({ message, detail, closeTo }: ErrorModalProps) {
  return (
    <Dialog title={message} closeTo={closeTo} centre mark={attentionMark}>
      {detail && <p className="quiet">{detail}</p>}
      <ButtonLink to={closeTo} preventScrollReset data-autofocus>
        OK
      </ButtonLink>
    </Dialog>
  );
}
