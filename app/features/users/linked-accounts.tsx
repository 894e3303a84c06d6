// Lists the linked accounts in the side panel, to set the default, pause, unlink or connect.
import { accountMessages } from "~/ground/messages";
import { Avatar, Who } from "~/ui/page/avatar";
import { ButtonLink, IconButton, IconLink } from "~/ui/form/button";
import { Dialog } from "~/ui/dialog/dialog";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Message } from "~/ui/message";
import { AccountPill } from "./account-state";
import { type AccountState, accountWords } from "./account-words";
import { PanelPart } from "~/ui/dialog/side-panel";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { useBusy } from "~/ui/form/use-busy";

export interface LinkedAccount {
  id: number;
  username: string;
  displayName: string;
  isDefault: boolean;
  status: "active" | "reconnect" | "paused";
  state: AccountState;
  statusReason: string | null;
}

interface LinkedAccountsProps {
  accounts: readonly LinkedAccount[];
  connectHref: string;
  unlinkHref(id: number): string;
  action?: string;
}

export function LinkedAccounts({ accounts, connectHref, unlinkHref, action }: LinkedAccountsProps) {
  return (
    <PanelPart title="Linked accounts" aside={accounts.length === 0 ? "None yet" : undefined}>
      <ul>
        {accounts.map((account) => (
          <li key={account.id}>
            <div className="account">
              <PickDefault account={account} action={action} />
              <Going account={account} action={action} />
              <IconLink
                label={`Voice of @${account.username}`}
                icon="mic-vocal"
                small
                to={`/settings/voice?account=${account.id}`}
              />
              <IconLink
                label={`Posting hours of @${account.username}`}
                icon="calendar-clock"
                small
                to={`/settings/hours?account=${account.id}`}
              />
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
  const intent = "set-default";
  const chosen = useBusy(intent)?.get("accountId");
  const isDefault = chosen ? chosen === String(account.id) : account.isDefault;
  return (
    <IntentForm intent={intent} fields={{ accountId: account.id }} action={action} preventScrollReset>
      <button className="account__pick" type="submit" aria-pressed={isDefault}>
        <Avatar of={account.displayName} isDefault={isDefault} />
        {!isDefault && <span className="visually-hidden">Make default: </span>}
        <Who name={account.displayName} detail={`@${account.username}`} />
        {isDefault && <span className="pill">Default</span>}
      </button>
    </IntentForm>
  );
}

function Why({ of: { state, statusReason } }: { of: LinkedAccount }) {
  const word = accountWords[state];
  if (word === null) return null;
  const reason = statusReason ?? reasons[state];
  return (
    <p className="account__why">
      {!reason.startsWith(word) && state !== "reconnect" && <strong>{word}. </strong>}
      <Message text={reason} />
    </p>
  );
}

const reasons: Record<AccountState, string> = {
  active: "",
  reconnect: "X didn’t accept this account’s authorization. Connect it again.",
  blocked: "X is blocking posts from this account.",
  paused: "Paused by you.",
};

interface GoingProps {
  account: LinkedAccount;
  action?: string;
}

function Going({ account, action }: GoingProps) {
  const { id, status, username } = account;
  const intent = status === "active" ? "pause-account" : "resume-account";
  const fields = { accountId: id };
  const busy = useBusy(intent, fields) !== null;
  if (account.state === "reconnect") return <AccountPill state="reconnect" username={username} />;
  return (
    <IntentForm className="account__hold" intent={intent} fields={fields} action={action} preventScrollReset>
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
    </IntentForm>
  );
}

interface UnlinkModalProps {
  account: Pick<LinkedAccount, "id" | "username">;
  closeTo: string;
  action?: string;
  error?: string | null;
}

export function UnlinkModal({ account, closeTo, action, error }: UnlinkModalProps) {
  const mark = (
    <span className="mark">
      <Icon of="trash-2" />
    </span>
  );
  return (
    <Dialog title={accountMessages.askRemove(account.username)} closeTo={closeTo} centre mark={mark}>
      {error && <Notice tone="error" title={error} />}
      <p className="quiet">Its scheduled tweets become pending again, and its bots stop.</p>
      <IntentForm
        className="row row--centre"
        intent="delete-account-link"
        fields={{ accountId: account.id }}
        action={action}
      >
        <ButtonLink variant="ghost" to={closeTo} preventScrollReset data-autofocus>
          Cancel
        </ButtonLink>
        <Submit variant="danger" icon="trash-2">
          Delete
        </Submit>
      </IntentForm>
    </Dialog>
  );
}
