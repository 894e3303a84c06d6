// Renders a user's passkeys as rows of the 2FA card in Settings.
import { ButtonLink } from "~/ui/form/button";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { useHydrated } from "~/ui/use-hydrated";
import { messages } from "./passkey";

export interface PasskeyView {
  id: string;
  name: string;
  /** "Created on 3 October 2026, used today at 09:30" */
  times: string;
}

const forWhat = "Sign in with your fingerprint, face or PIN, with or without a password";

interface PasskeyRowsProps {
  passkeys: readonly PasskeyView[];
  siteFault: string | null;
  hrefs: { add: string; rename(id: string): string; remove(id: string): string };
}

export function PasskeyRows({ passkeys, siteFault, hrefs }: PasskeyRowsProps) {
  const hydrated = useHydrated();
  return (
    <>
      <li>
        <Mark />
        <p className="rows__text">
          <strong>Passkeys {passkeys.length > 0 && <On />}</strong>
          <span>{siteFault ?? (hydrated ? forWhat : messages.noScript)}</span>
        </p>
        {siteFault === null && (
          <ButtonLink size="small" icon="plus" to={hrefs.add} preventScrollReset>
            Add a passkey
          </ButtonLink>
        )}
      </li>
      {passkeys.map(({ id, name, times }) => (
        <li key={id}>
          <Mark />
          <p className="rows__text">
            <strong dir="auto">{name}</strong>
            <span>{times}</span>
          </p>
          <p className="rows__links">
            <Link className="link" to={hrefs.rename(id)} preventScrollReset>
              Rename<span className="visually-hidden"> {name}</span>
            </Link>
            <Link className="link" to={hrefs.remove(id)} preventScrollReset>
              Remove<span className="visually-hidden"> {name}</span>
            </Link>
          </p>
        </li>
      ))}
    </>
  );
}

const Mark = () => (
  <span className="rows__mark">
    <Icon of="fingerprint-pattern" />
  </span>
);

const On = () => (
  <span className="rows__state rows__state--good">
    <Icon of="check" />
    on
  </span>
);
