// Shows the dialogs that rotate and revoke an API key.
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { ButtonLink } from "~/ui/form/button";
import { Select } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { ProofFields, type Ways } from "./proof-fields";
import { changeIntent, overlapHours } from "./scope";

interface KeyModalProps {
  id: number;
  name: string;
  closeTo: string;
  error: string | null;
  faults: Record<string, string>;
}

const overlaps = [
  { value: "0", label: "Expires now" },
  { value: String(overlapHours.usual), label: "Works for 24 more hours" },
  { value: String(overlapHours.max), label: "Works for 7 more days" },
];

export function RotateModal({ id, name, closeTo, error, faults, ...ways }: KeyModalProps & Ways) {
  return (
    <Dialog title="Rotate this key" closeTo={closeTo}>
      <IntentForm intent={changeIntent} fields={{ do: "rotate", key: String(id) }} noValidate preventScrollReset>
        <DialogBody>
          {error && Object.keys(faults).length === 0 && <Notice tone="error" title={error} />}
          <p className="quiet wrap">
            <strong dir="auto">{name}</strong> keeps its name and scopes. Give your app the new secret before the old
            one expires.
          </p>
          <Select label="Old secret" name="overlap" options={overlaps} value={String(overlapHours.usual)} />
          <ProofFields {...ways} id="rotate-key" faults={faults} />
        </DialogBody>
        <Foot closeTo={closeTo}>
          <Submit variant="primary" icon="refresh-cw">
            Rotate key
          </Submit>
        </Foot>
      </IntentForm>
    </Dialog>
  );
}

export function RevokeModal({ id, name, closeTo, error }: Omit<KeyModalProps, "faults">) {
  return (
    <Dialog title="Revoke this key?" closeTo={closeTo}>
      <IntentForm intent={changeIntent} fields={{ do: "revoke", key: String(id) }} noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet wrap">
            Apps using <strong dir="auto">{name}</strong> lose access right away. This can’t be undone. Tweets that they
            have scheduled will still be posted.
          </p>
        </DialogBody>
        <Foot closeTo={closeTo}>
          <Submit variant="danger" icon="trash-2">
            Revoke
          </Submit>
        </Foot>
      </IntentForm>
    </Dialog>
  );
}

function Foot({ closeTo, children }: { closeTo: string; children: JSX.Element }) {
  return (
    <DialogFoot>
      <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
        Cancel
      </ButtonLink>
      {children}
    </DialogFoot>
  );
}
