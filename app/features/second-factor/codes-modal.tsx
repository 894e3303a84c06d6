// Shows the ten recovery codes until the user confirms having saved them.
import { useState } from "react";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Button } from "~/ui/form/button";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import { codesFile } from "./factor";

interface CodesModalProps {
  codes: string[];
  closeTo: string;
  error?: string | null;
  faults?: Record<string, string>;
}

/** Browsers allow clipboard access only over https and on localhost. */
export function CopyButton({ text }: { text: string }) {
  const canCopy = useHydrated() && window.isSecureContext;
  const [copied, setCopied] = useState(false);
  if (!canCopy) return null;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button type="button" size="small" onClick={copy}>
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

export function CodesModal({ codes, closeTo, error, faults }: CodesModalProps) {
  const hydrated = useHydrated();
  const [kept, setKept] = useState(false);
  return (
    <Dialog title="Recovery codes" closeTo={closeTo}>
      <IntentForm intent="keep-codes" noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet">Save these now. They’re shown only once. Each code works once.</p>
          <ol className="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <p className="row">
            <CopyButton text={codes.join("\n")} />
            <a className="button button--plain button--small" {...codesFile(codes)}>
              Save as text
            </a>
          </p>
          <label className="ticked">
            <input
              className="tick"
              type="checkbox"
              name="kept"
              onChange={(event) => setKept(event.currentTarget.checked)}
            />
            <span>I’ve saved my recovery codes</span>
          </label>
          {faults?.["kept"] && <Notice tone="error" title={faults["kept"]} />}
        </DialogBody>
        <DialogFoot>
          <Submit variant="primary" disabled={hydrated && !kept}>
            Done
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
