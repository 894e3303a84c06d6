// Renders the passkey modals that need no password: create and rename.
import { ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { addIntent, maxName } from "./passkey";
import { PasskeyButton } from "./passkey-button";

interface PasskeyModalProps {
  closeTo: string;
  error?: string | null;
  faults?: Record<string, string>;
  name: string;
}

const NameField = ({ value, error }: { value: string; error?: string }) => (
  <Field label="Name" name="name" value={value} error={error} maxLength={maxName} autoComplete="off" autoFocus />
);

const Cancel = ({ to }: { to: string }) => (
  <ButtonLink variant="ghost" to={to} preventScrollReset>
    Cancel
  </ButtonLink>
);

export function MakeModal({ closeTo, error, faults, name }: PasskeyModalProps) {
  return (
    <Dialog title="Create a passkey" closeTo={closeTo}>
      <IntentForm intent={addIntent} noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet">Your browser will ask where to save it: this device, a phone or a security key.</p>
          <NameField value={name} error={faults?.["name"]} />
        </DialogBody>
        <DialogFoot>
          <Cancel to={closeTo} />
          <PasskeyButton id="make-passkey" purpose="add" variant="primary" error={faults?.["passkey"]}>
            Create
          </PasskeyButton>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

export function RenameModal({ id, closeTo, error, faults, name }: PasskeyModalProps & { id: string }) {
  return (
    <Dialog title="Rename the passkey" closeTo={closeTo}>
      <IntentForm intent="rename-passkey" fields={{ id }} noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <NameField value={name} error={faults?.["name"]} />
        </DialogBody>
        <DialogFoot>
          <Cancel to={closeTo} />
          <Submit variant="primary">Save</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
