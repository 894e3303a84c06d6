// A screen: the shell with what every screen has in it, and over it the panel or modal that the URL asks for.
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "@remix-run/react";
import { AccountPanel } from "~/features/users/account-panel";
import { UnlinkModal } from "~/features/users/linked-accounts";
import { ErrorModal, SuccessModal } from "~/features/users/outcome-modals";
import { SettingsModal } from "~/features/users/settings";
import { ClosedModal, CreateAccountModal, SignInModal } from "~/features/users/sign-in";
import type { Crumb } from "~/ui/breadcrumbs";
import { Notice } from "~/ui/notice";
import { Shell } from "~/ui/shell";
import type { ActResult } from "./act.server";
import { HelpModal } from "./help-modal";
import type { ScreenData } from "./screen.server";
import { useHere } from "./use-here";
import { useStoredUser } from "./use-stored-user";

/** What every screen knows. The root's loader has read it. */
export function useScreen(): ScreenData {
  const data = useRouteLoaderData<ScreenData>("root");
  if (!data) throw new Error("A screen needs the root's data");
  return data;
}

interface ScreenProps {
  crumbs: readonly Crumb[];
  narrow?: boolean;
  /** What the last form of this page came to. */
  result?: ActResult;
  /** A modal of this screen's own; one that belongs to every screen comes first. */
  modal?: ReactNode;
  children: ReactNode;
}

export function Screen({ crumbs, narrow, result, modal, children }: ScreenProps) {
  const screen = useScreen();
  const { here } = useHere();
  const linked = useLinked(screen.linked);
  useStoredUser(screen.user);
  const said = result?.ok ? result.said : null;
  return (
    <Shell
      crumbs={crumbs}
      narrow={narrow}
      person={screen.user}
      panelHref={here({ panel: "sidebar" })}
      strip={{ sandbox: screen.sandbox, demoWriter: screen.demoWriter, goLiveHref: here({ panel: "help" }) }}
      nextTweet={screen.nextTweet}
      modal={usePanel(screen, result) ?? modal}
      toasts={said ? [{ id: `${result?.intent} ${said}`, text: said }] : []}
    >
      {linked && <Notice tone={linked.ok ? "good" : "error"} title={linked.text} />}
      {children}
    </Shell>
  );
}

/** What the network's way back had to say is shown, and its words leave the address. */
function useLinked(fromUrl: ScreenData["linked"]): ScreenData["linked"] {
  const [linked, setLinked] = useState(fromUrl);
  const { here } = useHere();
  const navigate = useNavigate();
  const clean = here({ twitter_connected: null, twitter_error: null, username: null });
  useEffect(() => {
    if (!fromUrl) return;
    setLinked(fromUrl);
    navigate(clean, { replace: true, preventScrollReset: true });
  }, [fromUrl, clean, navigate]);
  return fromUrl ?? linked;
}

/** The panel or modal that the URL names, or null. */
function usePanel(screen: ScreenData, result: ActResult | undefined): ReactNode {
  const { search } = useLocation();
  const { here } = useHere();
  const query = new URLSearchParams(search);
  const { user, accounts } = screen;
  const closeTo = here({ panel: null });
  const links = { login: here({ panel: "login" }), register: here({ panel: "register" }) };
  const failed = (intent: string) => (result && !result.ok && result.intent === intent ? result : undefined);
  const shown = (failure: ActResult | undefined) => ({
    values: failure?.values,
    faults: failure?.faults,
    error: failure && Object.keys(failure.faults).length === 0 ? failure.error : null,
  });

  const unlink = accounts.find((account) => String(account.id) === query.get("unlink"));
  if (unlink) return <UnlinkModal account={unlink} closeTo={here({ unlink: null, panel: "sidebar" })} />;
  switch (query.get("panel")) {
    case "sidebar":
      return (
        <AccountPanel
          user={user}
          accounts={accounts}
          closeTo={closeTo}
          hrefs={{
            ...links,
            settings: here({ panel: "settings" }),
            help: here({ panel: "help" }),
            connect: "/accounts/connect",
            unlink: (id) => here({ unlink: String(id), panel: null }),
          }}
          notice={panelNotice(failed("set-default") ?? failed("delete-account-link"))}
        />
      );
    case "login":
      return user ? null : <SignInModal closeTo={closeTo} createHref={links.register} {...shown(failed("sign-in"))} />;
    case "register":
      if (user) return null;
      return screen.registrationOpen ? (
        <CreateAccountModal closeTo={closeTo} signInHref={links.login} {...shown(failed("create-account"))} />
      ) : (
        <ClosedModal closeTo={closeTo} signInHref={links.login} />
      );
    case "settings":
      return (
        <SettingsModal
          user={user}
          theme={screen.theme}
          apiEndpoint={screen.apiEndpoint}
          timezones={screen.timezones}
          closeTo={closeTo}
          timezoneError={failed("set-timezone")?.error}
        />
      );
    case "success":
      return user ? <SuccessModal email={user.email} closeTo={closeTo} /> : null;
    case "help":
      return <HelpModal screen={screen} closeTo={closeTo} />;
    default:
      return failed("sign-out") ? <ErrorModal message={failed("sign-out")?.error ?? ""} closeTo={closeTo} /> : null;
  }
}

const panelNotice = (failure: ActResult | undefined): ReactNode =>
  failure?.error ? <Notice tone="error" title={failure.error} /> : undefined;
