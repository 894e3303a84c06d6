// Lets the user choose the account that a settings page is about.
import { connectHref } from "~/features/users/account-words";
import { ButtonLink } from "~/ui/form/button";
import { Card } from "~/ui/page/page";
import { Tabs } from "~/ui/page/tabs";

interface AccountChoiceProps {
  accounts: readonly { id: number; username: string; href: string }[];
  account: { id: number } | null;
  why: string;
}

export function AccountChoice({ accounts, account, why }: AccountChoiceProps) {
  const isMissing = accounts.length > 0;
  return (
    <>
      {accounts.length > 1 && (
        <Tabs
          label="Account"
          items={accounts.map(({ id, username, href }) => ({
            label: `@${username}`,
            to: href,
            current: id === account?.id,
          }))}
        />
      )}
      {!account && (
        <Card title={isMissing ? "This account isn’t connected" : "No account yet"}>
          <p className="quiet">{isMissing ? "Choose one of the accounts above." : why}</p>
          {!isMissing && (
            <ButtonLink variant="primary" icon="plus" to={connectHref}>
              Connect an account
            </ButtonLink>
          )}
        </Card>
      )}
    </>
  );
}
