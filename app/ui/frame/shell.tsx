// Frame of every page: navigation, banner, top bar, content, and at most one modal.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { Announcer, useAnnounced } from "~/ui/messages/announce";
import { classNames } from "~/ui/class-names";
import { type NextTweet, NavRail } from "./nav";
import { OfflineNotice } from "~/ui/messages/offline-notice";
import { ModeBanner, type ModeBannerProps } from "./mode-banner";
import { SlowLine } from "./slow-line";
import { ToastBoard } from "~/ui/messages/toast";
import type { FormMessage } from "~/ui/messages/form-message";
import { TopBar, type TopBarProps } from "./top-bar";
import { useFocus } from "./use-focus";
import { useHydrated } from "~/ui/use-hydrated";

interface ShellProps extends TopBarProps {
  modeBanner: ModeBannerProps;
  nextTweet?: NextTweet | null;
  unsent?: string | null;
  narrow?: boolean;
  /** Rendered beside the page, because an open modal makes the page inert. */
  modal?: ReactNode;
  result?: FormMessage;
  flash?: FormMessage | null;
  children: ReactNode;
}

// React 18 doesn't know the attribute as a prop.
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
  // Only without a script: showModal makes the page inert itself, and the attribute would drop the focus.
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
        <NavRail nextTweet={nextTweet} unsent={unsent} />
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
      <OfflineNotice />
      <SlowLine />
    </ToastBoard>
  );
}
