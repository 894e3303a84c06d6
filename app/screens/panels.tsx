// The panel and the modals that belong to every screen, by name.
import "./kit";
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { AccountPanel } from "~/features/users/account-panel";
import { connectHref } from "~/features/users/account-words";
import { UnlinkModal } from "~/features/users/linked-accounts";
import { NightModal } from "~/features/users/night-modal";
import { ErrorModal, SuccessModal, ToldModal } from "~/features/users/outcome-modals";
import { EverywhereModal, LeaveModal, PasswordModal } from "~/features/users/own-account";
import { SettingsModal } from "~/features/users/settings";
import { ClosedModal, CreateAccountModal, SignInModal } from "~/features/users/sign-in";
import { AlertDialog } from "~/ui/alert-dialog";
import { Notice } from "~/ui/notice";
import { useHydrated } from "~/ui/use-hydrated";
import { zoneCity } from "~/zone";
import type { ActResult } from "./act.server";
import { HelpModal } from "./help-modal";
import type { PanelName } from "./panel";
import type { ScreenData } from "./screen.server";
import { useHere } from "./use-here";

interface PanelProps {
  name: PanelName;
  screen: ScreenData;
  result: ActResult | undefined;
}

export default function Panel({ name, screen, result }: PanelProps) {
  const { here } = useHere();
  const { search } = useLocation();
  const { user, accounts } = screen;
  const closeTo = here({ panel: null });
  const links = { login: here({ panel: "login" }), register: here({ panel: "register" }) };
  const own = { email: user?.email ?? "", closeTo: here({ panel: "settings" }) };
  const failed = (intent: string) => (result && !result.ok && result.intent === intent ? result : undefined);

  switch (name) {
    case "sidebar":
      return (
        <AccountPanel
          user={user}
          accounts={accounts}
          accountsFault={screen.accountsFault}
          closeTo={closeTo}
          hrefs={{
            ...links,
            settings: here({ panel: "settings" }),
            help: here({ panel: "help" }),
            connect: connectHref,
            unlink: (id) => here({ unlink: String(id), panel: null }),
          }}
          notice={noticeOf(ofSidebar.map(failed).find(Boolean))}
        />
      );
    case "unlink": {
      const asked = new URLSearchParams(search).get("unlink");
      const account = accounts.find(({ id }) => String(id) === asked);
      if (!account) return null;
      const error = failed("delete-account-link")?.error;
      return <UnlinkModal account={account} closeTo={here({ unlink: null, panel: "sidebar" })} error={error} />;
    }
    case "login":
      return (
        <>
          <SignInModal closeTo={closeTo} createHref={links.register} {...typedInto(failed("sign-in"))} />
          <Alert of={failed("sign-in")} />
        </>
      );
    case "register":
      if (!screen.registrationOpen) return <ClosedModal closeTo={closeTo} signInHref={links.login} />;
      return (
        <>
          <CreateAccountModal
            closeTo={closeTo}
            signInHref={links.login}
            timezones={screen.timezones}
            {...typedInto(failed("create-account"))}
          />
          <Alert of={failed("create-account")} />
        </>
      );
    case "settings":
      return (
        <SettingsModal
          user={user}
          theme={screen.theme}
          apiEndpoint={screen.apiEndpoint}
          timezones={screen.timezones}
          closeTo={closeTo}
          hrefs={{
            password: here({ panel: "password" }),
            everywhere: here({ panel: "everywhere" }),
            leave: here({ panel: "leave" }),
          }}
          timezoneError={failed("set-timezone")?.error}
          themeError={failed("set-theme")?.error}
        />
      );
    case "night":
      return (
        <NightModal
          city={zoneCity(user?.timezone ?? "UTC")}
          tweets={screen.atNight}
          closeTo={here({ panel: "settings" })}
          error={failed("draw-anew")?.error}
        />
      );
    case "password":
      return <PasswordModal {...own} {...typedInto(failed("change-password"))} />;
    case "everywhere":
      return <EverywhereModal {...own} {...typedInto(failed("sign-out-everywhere"))} />;
    case "leave":
      return <LeaveModal {...own} {...typedInto(failed("delete-my-account"))} />;
    case "password-changed":
      return (
        <ToldModal
          title="Password changed"
          detail="Every other browser is signed out, and API keys made before no longer work."
          closeTo={closeTo}
        />
      );
    case "left":
      return (
        <ToldModal
          title="Your account is deleted"
          detail="Backups of this server that were made before still hold it until they are replaced."
          closeTo={closeTo}
        />
      );
    case "success":
      return <SuccessModal email={user?.email ?? ""} closeTo={closeTo} />;
    case "help":
      return <HelpModal screen={screen} closeTo={closeTo} />;
    case "error":
      return <ErrorModal message={result?.error ?? ""} closeTo={closeTo} />;
  }
}

/** The forms of the panel that have no field to show what went wrong. */
const ofSidebar = ["set-default", "pause-account", "resume-account", "sign-out"];

/** A form shows a fault beside its field where it has one, else above them all. */
const typedInto = (failure: ActResult | undefined) => ({
  values: failure?.values,
  faults: failure?.faults,
  error: failure && Object.keys(failure.faults).length === 0 ? failure.error : null,
});

/** Signing in tells what went wrong in the error modal (spec section 8); what it says stays beside the fields after it. */
function Alert({ of: failure }: { of: ActResult | undefined }): ReactNode {
  const hydrated = useHydrated();
  // Without a script it would only hide the fields that say it, and who comes to them first has to be led there.
  const isBeside = !hydrated && Object.keys(failure?.faults ?? {}).length > 0;
  return failure?.error && !isBeside ? <AlertDialog message={failure.error} about={failure} /> : undefined;
}

const noticeOf = (failure: ActResult | undefined): ReactNode =>
  failure?.error ? <Notice tone="error" title={failure.error} /> : undefined;
