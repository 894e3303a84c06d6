// Renders the panel and the modals that every screen has, by name.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { AccountPanel } from "~/features/users/account-panel";
import { connectHref } from "~/features/users/account-words";
import { UnlinkModal } from "~/features/users/linked-accounts";
import { ErrorModal, MessageModal, NotKeptModal, SuccessModal } from "~/features/users/outcome-modals";
import { SettingsModal } from "~/features/users/settings";
import { ClosedModal, CreateAccountModal, SignInModal } from "~/features/users/sign-in";
import { CommonPassword } from "~/features/passwords/common-password";
import { AlertDialog } from "~/ui/dialog/alert-dialog";
import { lazyPart } from "~/ui/lazy-part";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import { zoneCity } from "~/ground/time/zone";
import { useForgotten } from "~/screens/browser/drafts/use-forgotten";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { PanelName } from "./panel";
import type { ScreenData } from "./to-view.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

const PasskeySignIn = lazyPart("passkey-sign-in", () => import("~/features/passkeys/passkey-sign-in"));
const HelpModal = lazyPart("help", () => import("./help-modal"));
const KeysModal = lazyPart("keys", () => import("./keys-modal"));
const OwnAccount = lazyPart("own-account", () => import("~/features/users/own-account"));
const NightModal = lazyPart("night", () => import("~/features/users/night-modal"));
const ForgotModal = lazyPart("forgot-modal", () => import("~/features/mail-links/forgot-modal"));

interface PanelProps {
  name: PanelName;
  screen: ScreenData;
  result: ActionResult | undefined;
}

export default function Panel({ name, screen, result }: PanelProps) {
  const { hrefWith } = useHrefWith();
  const { search } = useLocation();
  const { user, accounts } = screen;
  useForgotten(user?.id);
  const closeTo = hrefWith({ panel: null });
  const links = { login: hrefWith({ panel: "login" }), register: hrefWith({ panel: "register" }) };
  const own = { email: user?.email ?? "", closeTo: hrefWith({ panel: "settings" }) };
  const failed = failedIn(result, name);
  const warning = screen.hasCommonPassword && <CommonPassword />;

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
            settings: hrefWith({ panel: "settings" }),
            help: hrefWith({ panel: "help" }),
            connect: connectHref,
            unlink: (id) => hrefWith({ unlink: String(id), panel: null }),
          }}
          notice={noticeOf(failed)}
        />
      );
    case "unlink": {
      const unlinkId = new URLSearchParams(search).get("unlink");
      const account = accounts.find(({ id }) => String(id) === unlinkId);
      if (!account) return null;
      const backTo = hrefWith({ unlink: null, panel: "sidebar" });
      return <UnlinkModal account={account} closeTo={backTo} error={failed?.error} />;
    }
    case "login":
      return (
        <>
          <SignInModal
            closeTo={closeTo}
            createHref={links.register}
            provider={screen.provider}
            forgotHref={screen.sendsMail ? hrefWith({ panel: "forgot" }) : null}
            otherWays={screen.hasPasskeys && <PasskeySignIn error={failed?.faults["passkey"]} />}
            {...typedInto(failed)}
          />
          <Alert of={failed} />
        </>
      );
    case "forgot":
      if (!screen.sendsMail) return null;
      return (
        <>
          <ForgotModal closeTo={links.login} {...typedInto(failed)} />
          <Alert of={failed} />
        </>
      );
    case "forgot-sent":
      return (
        <MessageModal
          title="Check your email"
          detail="If there’s an account for this address, Linnet will email a reset link. It works once and expires in 30 minutes."
          closeTo={closeTo}
        />
      );
    case "register":
      if (!screen.registrationOpen) return <ClosedModal closeTo={closeTo} signInHref={links.login} />;
      return (
        <>
          <CreateAccountModal
            closeTo={closeTo}
            signInHref={links.login}
            provider={screen.provider}
            timezones={screen.timezones}
            {...typedInto(failed)}
          />
          <Alert of={failed} />
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
            all: "/settings/alerts",
            password: hrefWith({ panel: "password" }),
            everywhere: hrefWith({ panel: "everywhere" }),
            leave: hrefWith({ panel: "leave" }),
          }}
          failed={failed}
        />
      );
    case "night":
      return (
        <NightModal
          city={zoneCity(user?.timezone ?? "UTC")}
          tweets={screen.atNight}
          closeTo={hrefWith({ panel: "settings" })}
          error={failed?.error}
        />
      );
    case "password":
    case "everywhere":
    case "leave":
      return <OwnAccount of={name} {...own} {...typedInto(failed)} />;
    case "password-changed":
      return (
        <MessageModal
          title="Password changed"
          detail="Every other browser was signed out, and all session API keys were revoked."
          warning={warning}
          closeTo={closeTo}
        />
      );
    case "left":
      return (
        <MessageModal
          title="Your account is deleted"
          detail="Older backups of this server keep a copy until they’re replaced."
          closeTo={closeTo}
        />
      );
    case "success":
      return <SuccessModal email={user?.email ?? ""} warning={warning} closeTo={closeTo} />;
    case "not-kept":
      return <NotKeptModal address={screen.apiEndpoint} closeTo={closeTo} />;
    case "help":
      return <HelpModal screen={screen} closeTo={closeTo} keysHref={hrefWith({ panel: "keys" })} />;
    case "keys":
      return <KeysModal isOn={user && user.shortcutsEnabled} closeTo={closeTo} />;
    case "error":
      return <ErrorModal message={result?.error ?? ""} closeTo={closeTo} />;
  }
}

const typedInto = (failure: ActionResult | undefined) => ({
  values: failure?.values,
  faults: failure?.faults,
  error: failure && Object.keys(failure.faults).length === 0 ? failure.error : null,
});

/** Sign-in errors open the error modal (spec section 8). */
function Alert({ of: failure }: { of: ActionResult | undefined }): ReactNode {
  const hydrated = useHydrated();
  // Without a script the modal would hide the fields that show the errors.
  const isBeside = !hydrated && Object.keys(failure?.faults ?? {}).length > 0;
  return failure?.error && !isBeside ? <AlertDialog message={failure.error} about={failure} /> : undefined;
}

const noticeOf = (failure: ActionResult | undefined): ReactNode =>
  failure?.error ? <Notice tone="error" title={failure.error} /> : undefined;
