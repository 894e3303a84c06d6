// The frame of every page: perch, sheet, strip, top bar, the page itself, and over it at most one modal.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { Announcer, useTold } from "./announce";
import { classNames } from "./class-names";
import { type NextTweet, Perch } from "./nav";
import { OutOfReach } from "./out-of-reach";
import { Strip, type StripProps } from "./strip";
import { ToastBoard } from "./toast";
import type { Told } from "./told";
import { TopBar, type TopBarProps } from "./top-bar";
import { useFocus } from "./use-focus";
import { useHydrated } from "./use-hydrated";

interface ShellProps extends TopBarProps {
  strip: StripProps;
  /** Null when nothing waits. */
  nextTweet?: NextTweet | null;
  /** Forms and wizards: 800 px. */
  narrow?: boolean;
  /** A Dialog or SidePanel. It stands beside the page, never in it: the page is inert while it is open. */
  modal?: ReactNode;
  /** What a form of this page came to. */
  result?: Told;
  /** What the page before this one came to. */
  told?: Told | null;
  children: ReactNode;
}

// React 18 knows the attribute only as one it passes on.
const inert = { inert: "" };

export function Shell({
  crumbs,
  person,
  panelHref,
  strip,
  nextTweet,
  narrow,
  modal,
  result,
  told,
  children,
}: ShellProps) {
  // With a script the browser's own modal makes the page inert; an attribute would also blur what had the focus.
  const hydrated = useHydrated();
  useTold(result?.error ? result : null);
  useFocus(useLocation().key);
  return (
    <ToastBoard result={result} told={told} covered={Boolean(modal)}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="shell" {...(modal && !hydrated ? inert : {})}>
        <Perch nextTweet={nextTweet} />
        <div className="sheet">
          <Strip {...strip} />
          <TopBar crumbs={crumbs} person={person} panelHref={panelHref} />
          <main className={classNames("page", narrow && "page--narrow")} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {modal}
      <Announcer />
      <OutOfReach />
    </ToastBoard>
  );
}
