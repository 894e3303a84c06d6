// Shows the side panel: the user, linked accounts, the menu and signing out.
import type { ReactNode } from "react";
import { accountMessages } from "~/ground/messages";
import { IntentForm } from "~/ui/form/intent-form";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Icon, type IconName } from "~/ui/icons/icon";
import { PanelPart, SidePanel } from "~/ui/dialog/side-panel";
import { LinkedAccounts, type LinkedAccount } from "./linked-accounts";

interface AccountPanelProps {
  user: { id: string; email: string } | null;
  accounts: readonly LinkedAccount[];
  /** The server's message if the accounts couldn't be read; "" if it has none. */
  accountsFault?: string | null;
  closeTo: string;
  hrefs: {
    login: string;
    register: string;
    settings: string;
    help: string;
    connect: string;
    unlink(id: number): string;
  };
  notice?: ReactNode;
  action?: string;
}

export function AccountPanel({
  user,
  accounts,
  accountsFault = null,
  closeTo,
  hrefs,
  notice,
  action,
}: AccountPanelProps) {
  return (
    <SidePanel
      title={user?.email ?? "Not logged in"}
      detail={user ? `ID ${user.id}` : "Please sign in"}
      face={user?.email ?? null}
      closeTo={closeTo}
    >
      {notice && <div className="panel__part">{notice}</div>}
      {user && accountsFault !== null && (
        <PanelPart title="Linked accounts">
          <Notice tone="error" title={accountsFault || accountMessages.list} />
        </PanelPart>
      )}
      {user && accountsFault === null && (
        <LinkedAccounts accounts={accounts} connectHref={hrefs.connect} unlinkHref={hrefs.unlink} action={action} />
      )}
      <PanelPart label="Menu">
        {!user && <MenuLink icon="log-in" words="Sign In" to={hrefs.login} />}
        {!user && <MenuLink icon="user-round-plus" words="Create Account" to={hrefs.register} />}
        <MenuLink icon="settings-2" words="Settings" to={hrefs.settings} />
        <MenuLink icon="life-buoy" words="Help & Support" to={hrefs.help} />
      </PanelPart>
      {user && (
        <PanelPart label="Leave" foot>
          <IntentForm intent="sign-out" action={action}>
            <button className="menu-link" type="submit">
              <Icon of="log-out" />
              Sign out
            </button>
          </IntentForm>
        </PanelPart>
      )}
    </SidePanel>
  );
}

function MenuLink({ icon, words, to }: { icon: IconName; words: string; to: string }) {
  return (
    <Link className="menu-link" to={to} preventScrollReset>
      <Icon of={icon} />
      {words}
      <Icon of="chevron-right" />
    </Link>
  );
}
