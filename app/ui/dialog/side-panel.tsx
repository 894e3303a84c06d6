// A panel on the right: opened by the URL, closed by going to `closeTo`.
import { useId, type ReactNode } from "react";
import { Announcer } from "~/ui/messages/announce";
import { Avatar } from "~/ui/page/avatar";
import { IconLink } from "~/ui/form/button";
import { classNames } from "~/ui/class-names";
import { Backdrop } from "./dialog";
import { OfflineNotice } from "~/ui/messages/offline-notice";
import { useModal } from "./use-modal";
import styles from "~/styles/frame/panel-parts.css";

interface SidePanelProps {
  title: string;
  detail: string;
  /** The avatar shows the name's first letter. Null if no one is signed in. */
  face: string | null;
  closeTo: string;
  children: ReactNode;
}

export function SidePanel({ title, detail, face, closeTo, children }: SidePanelProps) {
  const titleId = useId();
  const { modal } = useModal(closeTo);
  return (
    <>
      <Backdrop closeTo={closeTo} />
      <dialog {...modal} className="panel" aria-labelledby={titleId}>
        {/* Loaded here, because only panels use it. */}
        <link rel="stylesheet" href={styles} />
        <div className="panel__head">
          <Avatar of={face} />
          <h2 className="who" id={titleId}>
            <strong>{title}</strong> <span>{detail}</span>
          </h2>
          <IconLink label="Close" icon="x" small to={closeTo} preventScrollReset />
        </div>
        <Announcer inDialog />
        {children}
        <OfflineNotice inModal />
      </dialog>
    </>
  );
}

interface PanelPartProps {
  title?: string;
  aside?: string;
  label?: string;
  foot?: boolean;
  children: ReactNode;
}

export function PanelPart({ title, aside, label, foot, children }: PanelPartProps) {
  const id = useId();
  return (
    <section
      className={classNames("panel__part", foot && "panel__part--foot")}
      aria-label={label}
      aria-labelledby={title ? id : undefined}
    >
      {title && (
        <h3>
          <span id={id}>{title}</span>
          {aside && <span>{aside}</span>}
        </h3>
      )}
      {children}
    </section>
  );
}
