// Renders a screen: the shell, and the panel or modal that the URL opens over it.
import { type ReactNode, useEffect, useState } from "react";
import { useActionData, useLocation, useNavigate, useRouteLoaderData } from "@remix-run/react";
import { accountMessages } from "~/ground/messages";
import type { Crumb } from "~/ui/frame/breadcrumbs";
import { connectHref } from "~/features/users/account-words";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { lazyPart } from "~/ui/lazy-part";
import { Shell } from "~/ui/frame/shell";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { panelOf } from "./panel";
import { intentOf } from "~/screens/forms/intents";
import type { ScreenData } from "./to-view.server";
import { failedIn } from "~/screens/forms/use-result";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useKeys } from "~/screens/browser/use-keys";
import { useOtherTabs } from "~/screens/browser/use-other-tabs";
import { useReloads } from "~/screens/browser/use-reload";
import { useStoredUser } from "~/screens/browser/use-stored-user";
import { useWayBack } from "~/screens/browser/use-way-back";

/** Most pages don't open one, so it loads on demand; the server always renders it. */
const Panel = lazyPart("panels", () => import("./panels"));
const ZoneQuestion = lazyPart("zone-question", () => import("~/features/users/zone/zone-question"));

export function useScreen(): ScreenData {
  const data = useRouteLoaderData<ScreenData>("root");
  if (!data) throw new Error("A screen needs the root's data");
  return data;
}

/** Admins have a page of steps. Others have Help, which says what an admin does. */
export function useGoLiveHref(): string {
  const { isOperator } = useScreen();
  const { hrefWith } = useHrefWith();
  return isOperator ? "/go-live" : hrefWith({ panel: "help" });
}

interface ScreenProps {
  crumbs: readonly Crumb[];
  narrow?: boolean;
  result?: ActionResult;
  modal?: ReactNode;
  children: ReactNode;
}

export function Screen({ crumbs, narrow, result, modal, children }: ScreenProps) {
  const screen = useScreen();
  const { hrefWith } = useHrefWith();
  const linked = useLinked(screen.linked);
  useReloads(useWayBack() ? null : screen, useActionData());
  useStoredUser(screen.user);
  useKeys(screen.user?.shortcutsEnabled === true, hrefWith({ panel: "keys" }));
  useOtherTabs(screen.user?.id ?? null, screen.accounts, screen.linked?.ok === true);
  const toldTo = result?.ok === false && intentOf(result.intent)?.errorModal;
  const panel = panelOf({
    search: useLocation().search,
    signedIn: screen.user !== null,
    accounts: screen.accounts.map(({ id }) => id),
    notKept: screen.isSignInLost,
    failed: toldTo === "anyone" || (toldTo === "guests" && !screen.user),
  });
  return (
    <Shell
      crumbs={crumbs}
      narrow={narrow}
      person={screen.user}
      panelHref={hrefWith({ panel: "sidebar" })}
      modeBanner={{ sandbox: screen.sandbox, demoWriter: screen.demoWriter, goLiveHref: useGoLiveHref() }}
      nextTweet={screen.nextTweet}
      unsent={screen.unsent}
      modal={panel ? <Panel name={panel} screen={screen} result={result} /> : modal}
      result={result}
      flash={screen.flash}
    >
      {screen.attention && <AttentionNotice of={screen.attention} accountsHref={hrefWith({ panel: "sidebar" })} />}
      {screen.zoneQuestion && (
        <ZoneQuestion
          of={screen.zoneQuestion}
          error={panel === "settings" ? null : failedIn(result, "settings")?.error}
        />
      )}
      {screen.accountsFault !== null && <AccountsNotice fault={screen.accountsFault} againHref={hrefWith({})} />}
      {linked?.text && <Notice tone={linked.ok ? "good" : "error"} title={linked.text} />}
      {children}
    </Shell>
  );
}

function AttentionNotice({ of, accountsHref }: { of: NonNullable<ScreenData["attention"]>; accountsHref: string }) {
  const { tweetHref, elsewhere = "accounts" } = of;
  const ways = {
    accounts: { words: "View accounts", to: accountsHref },
    connect: { words: "Reconnect", to: connectHref },
    bots: { words: "Review", to: "/bot" },
    backlog: { words: "Decide", to: "/timeline" },
  } as const;
  const { words, ...way } = tweetHref === null ? ways[elsewhere] : { words: "View tweet", to: tweetHref };
  return (
    <Notice
      tone={elsewhere === "bots" ? "info" : "attention"}
      title={of.text}
      action={
        <ButtonLink size="small" preventScrollReset {...way}>
          {words}
        </ButtonLink>
      }
    />
  );
}

function AccountsNotice({ fault, againHref }: { fault: string; againHref: string }) {
  return (
    <Notice
      tone="error"
      title={fault || accountMessages.load}
      action={
        <ButtonLink size="small" icon="rotate-ccw" to={againHref} preventScrollReset>
          Try again
        </ButtonLink>
      }
    />
  );
}

function useLinked(fromUrl: ScreenData["linked"]): ScreenData["linked"] {
  const [linked, setLinked] = useState(fromUrl);
  const { hrefWith } = useHrefWith();
  const navigate = useNavigate();
  const clean = hrefWith({
    twitter_connected: null,
    twitter_error: null,
    connect_error: null,
    until: null,
    username: null,
  });
  useEffect(() => {
    if (!fromUrl) return;
    setLinked(fromUrl);
    navigate(clean, { replace: true, preventScrollReset: true });
  }, [fromUrl, clean, navigate]);
  return fromUrl ?? linked;
}
