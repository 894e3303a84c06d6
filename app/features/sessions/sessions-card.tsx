// Renders the signed-in browsers in Settings.
import { Icon } from "~/ui/icons/icon";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { PlainBadge } from "~/ui/page/badge";
import { Card } from "~/ui/page/page";

export interface SessionView {
  handle: string;
  isThis: boolean;
  isNew: boolean;
  name: string;
  isHandheld: boolean;
  place: string;
  times: string;
}

export function SessionsCard({ sessions, error }: { sessions: readonly SessionView[]; error: string | null }) {
  return (
    <Card title="Sessions">
      {error && <Notice tone="error" title={error} />}
      <ul className="rows">
        {sessions.map((session) => (
          <li key={session.handle}>
            <span className="rows__mark">
              <Icon of={session.isHandheld ? "smartphone" : "monitor"} />
            </span>
            <p className="rows__text">
              <strong>
                {session.name} {session.isThis && <PlainBadge>This browser</PlainBadge>}
                {session.isNew && (
                  <span className="rows__state rows__state--care">
                    <Icon of="triangle-alert" />
                    New
                  </span>
                )}
              </strong>
              <span>{session.place}</span>
              <small>{session.times}</small>
            </p>
            {!session.isThis && (
              <IntentForm intent="end-session" fields={{ session: session.handle }} preventScrollReset>
                <Submit variant="ghost" size="small" icon="log-out">
                  Sign out<span className="visually-hidden"> {session.name}</span>
                </Submit>
              </IntentForm>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isThis }) => !isThis) && (
        <IntentForm className="row row--end" intent="end-other-sessions" preventScrollReset>
          <p className="hint">This also revokes their session API keys.</p>
          <Submit variant="danger" icon="log-out">
            Sign out everywhere else
          </Submit>
        </IntentForm>
      )}
    </Card>
  );
}
