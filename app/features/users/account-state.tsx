// Shows an account's state as a badge, and a link to connect the account again.
import { Link } from "~/ui/link";
import { type AccountState, accountWords, asksToConnect, connectHref } from "./account-words";

export function AccountPill({ state, username }: { state: AccountState; username?: string | null }) {
  const word = accountWords[state];
  if (word === null) return null;
  if (state !== "reconnect") return <span className="pill">{word}</span>;
  return (
    <Link className="pill pill--honey" to={connectHref} aria-label={username ? `${word} @${username}` : undefined}>
      {word}
    </Link>
  );
}

export function ConnectLink({ after }: { after: string | null | undefined }) {
  if (!after || !asksToConnect(after)) return null;
  return (
    <Link className="link" to={connectHref}>
      Connect the account
    </Link>
  );
}
