// Lists API keys with scopes and last use, and shows a new key's secret once.
import { CopyButton } from "~/features/second-factor/codes-modal";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { PlainBadge } from "~/ui/page/badge";
import { Card } from "~/ui/page/page";
import { ShownOnce } from "~/ui/page/shown-once";
import { changeIntent } from "./scope";

export interface KeyView {
  id: number;
  name: string;
  hint: string;
  scopes: readonly string[];
  isForAgents: boolean;
  times: string;
  care: string | null;
}

interface KeysCardProps {
  keys: readonly KeyView[];
  heldCount: number;
  action: string;
  hrefs: { rotate(id: number): string; revoke(id: number): string };
  error?: string | null;
}

export function KeysCard({ keys, heldCount, action, hrefs, error }: KeysCardProps) {
  return (
    <Card title="API keys">
      <p className="quiet">For your apps and scripts. A key can only do what its scopes allow.</p>
      {error && <Notice tone="error" title={error} />}
      {heldCount > 0 && (
        <Notice
          tone="attention"
          title="Your API keys are paused: a backup was restored, or your account was disabled"
          action={
            <IntentForm intent={changeIntent} fields={{ do: "keep" }} action={action} preventScrollReset>
              <Submit size="small">Re-enable keys</Submit>
            </IntentForm>
          }
        >
          A restored backup may include keys you’ve since revoked. Your admin may also have disabled your account
          because of a key. Review your keys, revoke any you don’t need, then re-enable the rest.
        </Notice>
      )}
      {keys.length === 0 ? (
        <p className="hint">No keys yet. A key lets an app read your data, write drafts, or post for you.</p>
      ) : (
        <ul className="rows">
          {keys.map((key) => (
            <KeyRow {...key} rotate={hrefs.rotate(key.id)} revoke={hrefs.revoke(key.id)} key={key.id} />
          ))}
        </ul>
      )}
      <p className="hint">
        Session keys are managed under{" "}
        <Link className="link" to="/settings/security">
          Security
        </Link>
        . See the{" "}
        <a className="link" href="/api/docs">
          API documentation
        </a>
        .
      </p>
    </Card>
  );
}

function KeyRow({
  name,
  hint,
  scopes,
  isForAgents,
  times,
  care,
  rotate,
  revoke,
}: KeyView & { rotate: string; revoke: string }) {
  return (
    <li>
      <span className="rows__mark">
        <Icon of="key-round" />
      </span>
      <p className="rows__text">
        <strong>
          <span dir="auto">{name}</span> <PlainBadge>{scopes.join(" · ")}</PlainBadge>{" "}
          {isForAgents && <PlainBadge>agents only</PlainBadge>}
          {care && (
            <span className="rows__state rows__state--care">
              <Icon of="triangle-alert" />
              {care}
            </span>
          )}
        </strong>
        <span>
          <code>{hint}…</code>
        </span>
        <small>{times}</small>
      </p>
      <p className="rows__links">
        <Link className="link" to={rotate} preventScrollReset>
          Rotate<span className="visually-hidden"> {name}</span>
        </Link>
        <Link className="link" to={revoke} preventScrollReset>
          Revoke<span className="visually-hidden"> {name}</span>
        </Link>
      </p>
    </li>
  );
}

export function ShownKeyCard({ name, secret }: { name: string; secret: string }) {
  return (
    <ShownOnce title="Your new key" secret={secret}>
      <p className="quiet wrap">
        For <strong dir="auto">{name}</strong>. Copy it now. You won’t see it again.
      </p>
      <p className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      <p className="hint">
        Send it as <code>Authorization: Bearer …</code>, never in a URL.
      </p>
    </ShownOnce>
  );
}
