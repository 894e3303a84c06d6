// Renders the 2FA card in Settings.
import { PasskeyRows, type PasskeyView } from "~/features/passkeys/passkey-rows";
import { ButtonLink } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Icon } from "~/ui/icons/icon";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import { recoveryCodes, setUpIntent } from "./factor";

export interface FactorView {
  since: string | null;
  passkeys: PasskeyView[];
  siteFault: string | null;
  codesLeft: number;
  hasFreshCodes: boolean;
}

interface FactorCardProps extends FactorView {
  hrefs: {
    codes: string;
    renew: string;
    remove: string;
    addPasskey: string;
    renamePasskey(id: string): string;
    removePasskey(id: string): string;
  };
  error?: string | null;
}

export function SecondFactorCard(props: FactorCardProps) {
  const { since, passkeys, siteFault, codesLeft, hasFreshCodes, hrefs, error } = props;
  const isFew = codesLeft <= recoveryCodes.few;
  return (
    <Card title="Two-factor authentication">
      <p className="quiet">Protects your account even if your password is stolen.</p>
      {error && <Notice tone="error" title={error} />}
      {hasFreshCodes && (
        <Notice
          tone="attention"
          title="Save your recovery codes"
          action={
            <ButtonLink size="small" to={hrefs.codes} preventScrollReset>
              View codes
            </ButtonLink>
          }
        />
      )}
      <ul className="rows">
        <li>
          <span className="rows__mark">
            <Icon of="smartphone" />
          </span>
          <p className="rows__text">
            <strong>
              Authenticator app{" "}
              {since !== null && (
                <span className="rows__state rows__state--good">
                  <Icon of="check" />
                  on
                </span>
              )}
            </strong>
            <span>{since === null ? "Off" : `Since ${since}`}</span>
          </p>
          {since === null ? (
            <IntentForm intent={setUpIntent} preventScrollReset>
              <Submit size="small" icon="plus">
                Set up
              </Submit>
            </IntentForm>
          ) : (
            <ButtonLink variant="ghost" size="small" to={hrefs.remove} preventScrollReset>
              Remove…
            </ButtonLink>
          )}
        </li>
        <PasskeyRows
          passkeys={passkeys}
          siteFault={siteFault}
          hrefs={{ add: hrefs.addPasskey, rename: hrefs.renamePasskey, remove: hrefs.removePasskey }}
        />
        {(since !== null || passkeys.length > 0) && (
          <li>
            <span className="rows__mark">
              <Icon of="life-buoy" />
            </span>
            <p className="rows__text">
              <strong>Recovery codes {isFew && <CodesLeft count={codesLeft} />}</strong>
              <span>{`${isFew ? "" : `${wordsFor(codesLeft)}. `}Sign in with a code if you lose your phone or passkey. Each works once.`}</span>
            </p>
            <ButtonLink size="small" icon="refresh-cw" to={hrefs.renew} preventScrollReset>
              New codes…
            </ButtonLink>
          </li>
        )}
      </ul>
    </Card>
  );
}

const wordsFor = (count: number): string => `${count} of ${recoveryCodes.count} left`;

function CodesLeft({ count }: { count: number }) {
  return (
    <span className="rows__state rows__state--care">
      <Icon of="triangle-alert" />
      {wordsFor(count)}
    </span>
  );
}
