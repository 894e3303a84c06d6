// Warns about a very common password.
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { commonPassword } from "./password";

export function CommonPassword({ isHere = false }: { isHere?: boolean }) {
  const action = isHere ? undefined : <ButtonLink to="/settings/security">Choose another</ButtonLink>;
  return <Notice tone="attention" title={commonPassword} action={action} />;
}
