// Settings, Security: which modal of the second step is open.
import { CodesModal, RemoveModal, RenewModal, SetUpModal } from "~/features/second-factor/factor-modals";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { SecondFactorView } from "./to-cards";

interface FactorModalProps extends SecondFactorView {
  email: string;
  result: ActionResult | undefined;
}

export function FactorModal({ step, setUp, codes, email, result }: FactorModalProps) {
  const { hrefWith } = useHrefWith();
  const failed = failedIn(result, "factor");
  const isBeside = Object.keys(failed?.faults ?? {}).length > 0;
  const props = {
    email,
    closeTo: hrefWith({ step: null }),
    faults: failed?.faults,
    error: isBeside ? null : failed?.error,
  };
  if (step === "renew") return <RenewModal {...props} />;
  if (step === "remove") return <RemoveModal {...props} />;
  if (step === "set-up") return setUp && <SetUpModal {...props} setUp={setUp} />;
  return codes && <CodesModal {...props} codes={codes} />;
}
