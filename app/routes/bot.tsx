// GET /bot: the user's bots and a wizard; steps two to four are placeholders by specification.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { ErrorModal } from "~/features/users/outcome-modals";
import { analyseAction } from "~/screens/analyse/actions.server";
import { loadBot } from "~/screens/bot/load.server";
import { BotStart } from "~/screens/bot/view";
import { clientFormAction } from "~/screens/forms/client-action";
import { Screen } from "~/screens/frame/screen";
import { useChecklist } from "~/screens/analyse/use-checklist";
import { useProposal } from "~/screens/analyse/use-proposal";
import { useResult } from "~/screens/forms/use-result";
import { ButtonLink } from "~/ui/form/button";
import { Card, PageHead } from "~/ui/page/page";
import { Stepper } from "~/ui/page/stepper";
import styles from "~/styles/analysis.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Bot · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadBot(args);

export const action = (args: ActionFunctionArgs) => analyseAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const steps = [
  {
    name: "start",
    label: "Start",
    text: "For now, start from a product: analyse it, then click Start Bot. The next three steps are coming soon. Click Next to preview them.",
  },
  {
    name: "topic-generation",
    label: "Topic generation",
    text: "The bot will find its own topics. This step is coming soon.",
  },
  {
    name: "content-creation",
    label: "Content creation",
    text: "The bot will write in your voice. This step is coming soon.",
  },
  {
    name: "automatic-posting",
    label: "Automatic posting",
    text: "The bot will pick its own times. This step is coming soon.",
  },
] as const;

export default function Bot() {
  const [query] = useSearchParams();
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const checklist = useChecklist(data?.checklist ?? null, result);
  const proposal = useProposal(data?.editing ?? null, result);
  const at = Math.max(
    steps.findIndex((step) => step.name === query.get("step")),
    0,
  );
  const step = steps[at] ?? steps[0];
  const next = steps[at + 1];
  const stepHref = `/bot?step=${step.name}`;
  const crumbs = [{ label: "Dashboards" }, { label: "Bot", to: "/bot" }, { label: step.label }];
  const done =
    query.get("done") === "1" ? <ErrorModal message="This feature is coming soon" closeTo={stepHref} /> : null;
  return (
    <Screen
      crumbs={at === 0 ? [{ label: "Dashboards" }, { label: "Bot" }] : crumbs}
      narrow
      result={result}
      modal={done ?? proposal ?? checklist}
    >
      <PageHead title="Bot">
        {at === 0 && (
          <ButtonLink icon="gauge" to="/product-analyse">
            Analyse a product
          </ButtonLink>
        )}
      </PageHead>
      {data && <BotStart data={data} result={result} />}
      <h2>Set up your bot</h2>
      <Stepper labels={steps.map(({ label }) => label)} current={at} />
      <Card title={step.label}>
        <p>{step.text}</p>
        <div className="row row--spread">
          {at > 0 ? (
            <ButtonLink variant="ghost" icon="arrow-left" to="/bot">
              Back to Start
            </ButtonLink>
          ) : (
            <span />
          )}
          {next ? (
            <ButtonLink variant="primary" iconAfter="arrow-right" to={`/bot?step=${next.name}`}>
              Next
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" icon="check" to={`${stepHref}&done=1`} preventScrollReset>
              Complete Setup
            </ButtonLink>
          )}
        </div>
      </Card>
    </Screen>
  );
}
