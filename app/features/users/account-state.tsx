// The word for an account's state beside its name, and the way to link it again where a sentence asks for that.
import { Link } from "~/ui/link";
import { type AccountState, accountWords, asksToConnect, connectHref } from "./account-words";

/** Nothing for one that is well; where it must be linked again the word is the link. */
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

/** After a sentence that says to connect an account: the way there. Nothing after any other. */
export function ConnectLink({ after }: { after: string | null | undefined }) {
  if (!after || !asksToConnect(after)) return null;
  return (
    <Link className="link" to={connectHref}>
      Connect the account
    </Link>
  );
}
