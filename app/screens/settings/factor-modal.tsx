// Shows the open modal of two-factor settings.
import { MakeModal, RenameModal } from "~/features/passkeys/passkey-modals";
import { CodesModal } from "~/features/second-factor/codes-modal";
import {
  AddPasskeyModal,
  BeginModal,
  RemoveModal,
  RemovePasskeyModal,
  RenewModal,
  SetUpModal,
} from "~/features/second-factor/factor-modals";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { SecondFactorView } from "./to-cards";

interface FactorModalProps extends SecondFactorView {
  email: string;
  result: ActionResult | undefined;
}

export function FactorModal({ step, setUp, codes, card, passkey, newName, email, result }: FactorModalProps) {
  const { hrefWith } = useHrefWith();
  const failed = failedIn(result, "factor");
  const isBeside = Object.keys(failed?.faults ?? {}).length > 0;
  const props = {
    email,
    hasApp: card.since !== null,
    hasPasskey: card.passkeys.length > 0 && card.siteFault === null,
    closeTo: hrefWith({ step: null, passkey: null }),
    faults: failed?.faults,
    error: isBeside ? null : failed?.error,
  };
  if (step === "renew") return <RenewModal {...props} />;
  if (step === "remove") return <RemoveModal {...props} />;
  if (step === "begin") return <BeginModal {...props} />;
  if (step === "passkey") return <AddPasskeyModal {...props} />;
  const name = failed?.values["name"];
  if (step === "new-passkey") return <MakeModal {...props} name={name ?? newName} />;
  if (step === "passkey-name") return passkey && <RenameModal {...props} id={passkey.id} name={name ?? passkey.name} />;
  if (step === "passkey-gone") return passkey && <RemovePasskeyModal {...props} passkey={passkey} />;
  if (step === "set-up") return setUp && <SetUpModal {...props} setUp={setUp} />;
  return codes && <CodesModal {...props} codes={codes} />;
}
