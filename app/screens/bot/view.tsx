// First step of /bot: the user's bots.
import { BotRuns } from "~/features/bots/bot-runs";
import { ConnectLink } from "~/features/users/account-state";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";
import { Notice } from "~/ui/messages/notice";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { BotData } from "./to-view.server";
import { failedOnPage } from "~/screens/analyse/failed-on-page";
import { useScreen } from "~/screens/frame/screen";
import { intentOf } from "~/screens/forms/intents";
import { useHrefWith } from "~/screens/forms/use-href-with";

export function BotStart({ data, result }: { data: BotData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  if (!data.signedIn) return <SignInFirst />;
  return (
    <>
      <Outcome data={data} result={result} />
      {data.bots.length > 0 && (
        <BotRuns bots={data.bots} sandbox={sandbox} editHref={(id) => hrefWith({ edit: String(id), did: null })} />
      )}
      {data.bots.length === 0 && data.error === null && (
        <Empty
          title="No bots yet"
          action={
            <ButtonLink icon="gauge" to="/product-analyse">
              Analyse a product
            </ButtonLink>
          }
        >
          Start from a product: analyse it, then click Start Bot.
        </Empty>
      )}
    </>
  );
}

function Outcome({ data, result }: { data: BotData; result: ActionResult | undefined }) {
  const failed = failedOnPage(data, result);
  if (failed?.error) {
    const title = intentOf(failed.intent)?.title ?? failed.error;
    return (
      <Notice tone="error" title={title} action={<ConnectLink after={failed.error} />}>
        {failed.error !== title && failed.error}
      </Notice>
    );
  }
  if (data.error !== null) return <Notice tone="error" title={data.error} />;
  return data.did !== null && result === undefined ? <Notice tone="good" title={data.did} /> : null;
}

function SignInFirst() {
  const { hrefWith } = useHrefWith();
  return (
    <Notice
      tone="login"
      title="Sign in to see your bots"
      action={
        <ButtonLink variant="primary" to={hrefWith({ panel: "login" })} preventScrollReset>
          Sign In
        </ButtonLink>
      }
    />
  );
}
