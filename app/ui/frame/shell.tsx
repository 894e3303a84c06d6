// The frame of every page: perch, sheet, mode banner, top bar, the page itself, and over it at most one modal.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { Announcer, useAnnounced } from "~/ui/messages/announce";
import { classNames } from "~/ui/class-names";
import { type NextTweet, Perch } from "./nav";
import { OutOfReach } from "~/ui/messages/out-of-reach";
import { ModeBanner, type ModeBannerProps } from "./mode-banner";
import { ToastBoard } from "~/ui/messages/toast";
import type { FormMessage } from "~/ui/messages/form-message";
import { TopBar, type TopBarProps } from "./top-bar";
import { useFocus } from "./use-focus";
import { useHydrated } from "~/ui/use-hydrated";

interface ShellProps extends TopBarProps {
  modeBanner: ModeBannerProps;
  /** Null when nothing waits. */
  nextTweet?: NextTweet | null;
  /** How many ideas wait; null for a guest. */
  unsent?: string | null;
  /** Forms and wizards: 800 px. */
  narrow?: boolean;
  /** A Dialog or SidePanel. It stands beside the page, never in it: the page is inert while it is open. */
  modal?: ReactNode;
  /** What a form of this page came to. */
  result?: FormMessage;
  /** What the page before this one came to. */
  flash?: FormMessage | null;
  children: ReactNode;
}

// React 18 knows the attribute only as one it passes on.
const inert = { inert: "" };

export function Shell({
  crumbs,
  person,
  panelHref,
  modeBanner,
  nextTweet,
  unsent,
  narrow,
  modal,
  result,
  flash,
  children,
}: ShellProps) {
  // With a script the browser's own modal makes the page inert; an attribute would also blur what had the focus.
  const hydrated = useHydrated();
  useAnnounced(result?.error ? result : null);
  useAnnounced(flash?.isShown ? flash : null);
  useFocus(useLocation().key);
  return (
    <ToastBoard result={result} flash={flash} covered={Boolean(modal)}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell" {...(modal && !hydrated ? inert : {})}>
        <Perch nextTweet={nextTweet} unsent={unsent} />
        <div className="sheet">
          <ModeBanner {...modeBanner} />
          <TopBar crumbs={crumbs} person={person} panelHref={panelHref} />
          <Announcer />
          <main className={classNames("page", narrow && "page--narrow")} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {modal}
      <OutOfReach />
    </ToastBoard>
  );
}
