// The linked accounts in the side panel: press one to make it the default; hold it, take it off, or connect a new one.
import { Form } from "@remix-run/react";
import { accountSays } from "~/catalogue";
import { Avatar, Who } from "~/ui/avatar";
import { Button, ButtonLink, IconButton, IconLink } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Said } from "~/ui/said";
import { AccountPill } from "./account-state";
import { type AccountState, accountWords } from "./account-words";
import { PanelPart } from "~/ui/side-panel";
import { useBusy } from "~/ui/use-busy";

export interface LinkedAccount {
  id: number;
  username: string;
  displayName: string;
  isDefault: boolean;
  status: "active" | "reconnect" | "paused";
  state: AccountState;
  /** Why it isn't active, as a sentence. */
  statusReason: string | null;
}

interface LinkedAccountsProps {
  accounts: readonly LinkedAccount[];
  /** A plain address that leads to the network. */
  connectHref: string;
  /** Opens the question whether to take it off. */
  unlinkHref(id: number): string;
  action?: string;
}

export function LinkedAccounts({ accounts, connectHref, unlinkHref, action }: LinkedAccountsProps) {
  return (
    <PanelPart title="Linked accounts" aside={accounts.length > 0 ? "One is the default" : "None yet"}>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <div className="account">
              <PickDefault account={account} action={action} />
              <Going account={account} action={action} />
              <IconLink
                label={`Delete @${account.username}`}
                icon="trash-2"
                small
                danger
                to={unlinkHref(account.id)}
                preventScrollReset
              />
            </div>
            <Why of={account} />
          </li>
        ))}
      </ul>
      <Link className="menu-link menu-link--add" to={connectHref}>
        <Icon of="plus" />
        Connect a new account
      </Link>
    </PanelPart>
  );
}

function PickDefault({ account, action }: { account: LinkedAccount; action?: string }) {
  const chosen = useBusy("set-default")?.get("accountId");
  const isDefault = chosen ? chosen === String(account.id) : account.isDefault;
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value="set-default" />
      <input type="hidden" name="accountId" value={account.id} />
      <button className="account__pick" type="submit" aria-pressed={isDefault}>
        <Avatar of={account.displayName} isDefault={isDefault} />
        {!isDefault && <span className="visually-hidden">Make default: </span>}
        <Who name={account.displayName} detail={`@${account.username}`} />
        {isDefault && <span className="pill">Default</span>}
      </button>
    </Form>
  );
}

/** The word for its state, and the reason; nothing of one that is well. */
function Why({ of: { state, statusReason } }: { of: LinkedAccount }) {
  const word = accountWords[state];
  if (word === null) return null;
  const reason = statusReason ?? reasons[state];
  return (
    <p className="account__why">
      {!reason.startsWith(word) && state !== "reconnect" && <strong>{word}. </strong>}
      <Said text={reason} />
    </p>
  );
}

/** Where the network gave none. */
const reasons: Record<AccountState, string> = {
  active: "",
  reconnect: "X did not accept this account's authorization. Please connect it again.",
  held: "X takes no posts of this account.",
  paused: "Paused by you.",
};

interface GoingProps {
  account: LinkedAccount;
  action?: string;
}

/** Holds what the account has waiting, or lets it go on; what the network no longer accepts must be connected again. */
function Going({ account, action }: GoingProps) {
  const { id, status, username } = account;
  const intent = status === "active" ? "pause-account" : "resume-account";
  const busy = useBusy(intent)?.get("accountId") === String(id);
  if (account.state === "reconnect") return <AccountPill state="reconnect" username={username} />;
  return (
    <Form className="account__hold" method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="accountId" value={id} />
      {status === "active" ? (
        <IconButton type="submit" label={`Pause @${username}`} icon="pause" small aria-busy={busy || undefined} />
      ) : (
        <button
          className="pill pill--honey"
          type="submit"
          aria-label={`Resume @${username}`}
          aria-busy={busy || undefined}
        >
          <Icon of="play" />
          Resume
        </button>
      )}
    </Form>
  );
}

interface UnlinkModalProps {
  account: Pick<LinkedAccount, "id" | "username">;
  closeTo: string;
  action?: string;
  /** Why it could not be taken off. */
  error?: string | null;
}

export function UnlinkModal({ account, closeTo, action, error }: UnlinkModalProps) {
  const busy = useBusy("delete-account-link") !== null;
  const mark = (
    <span className="mark">
      <Icon of="trash-2" />
    </span>
  );
  return (
    <Dialog title={accountSays.askRemove(account.username)} closeTo={closeTo} centre mark={mark}>
      {error && <Notice tone="error" title={error} />}
      <p className="quiet">Its scheduled tweets go back to pending and its bots stop.</p>
      <Form className="row row--centre" method="post" action={action}>
        <input type="hidden" name="intent" value="delete-account-link" />
        <input type="hidden" name="accountId" value={account.id} />
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset data-autofocus>
          Cancel
        </ButtonLink>
        <Button variant="danger" icon="trash-2" busy={busy}>
          Delete
        </Button>
      </Form>
    </Dialog>
  );
}
