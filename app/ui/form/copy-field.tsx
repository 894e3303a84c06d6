// Read-only field with a button that copies its text.
import { useState } from "react";
import { Button } from "./button";
import { useHydrated } from "~/ui/use-hydrated";

export function CopyField({ label, text }: { label: string; text: string }) {
  // Browsers allow the clipboard only over https and on localhost.
  const canCopy = useHydrated() && window.isSecureContext;
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div className="field__row copy">
      <input
        className="input"
        aria-label={label}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      {canCopy && (
        <Button type="button" onClick={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
      )}
    </div>
  );
}
