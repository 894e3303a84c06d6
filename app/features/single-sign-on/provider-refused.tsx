// Explains why signing in through the identity provider failed.
import { providerPath } from "~/ports/identity/port";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";

export function ProviderRefused({ label, error }: { label: string | null; error: string }) {
  return (
    <Card title={label === null ? "Signing in" : `Signing in with ${label}`}>
      <Notice tone="error" title={error} />
      <div className="row row--end">
        <ButtonLink variant="ghost" to="/generate?panel=login">
          Sign In
        </ButtonLink>
        {label !== null && (
          <ButtonLink variant="primary" to={providerPath} reloadDocument>
            Try again
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
