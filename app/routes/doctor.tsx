// GET /doctor: checks the setup and suggests fixes, for the operator only.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Findings } from "~/features/doctor/findings";
import { clientFormAction } from "~/screens/forms/client-action";
import { loadDoctor } from "~/screens/doctor/load.server";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen, useScreen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useResult } from "~/screens/forms/use-result";
import { ButtonLink } from "~/ui/form/button";
import { PageHead } from "~/ui/page/page";
import styles from "~/styles/page/finding.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Setup check · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadDoctor(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, frameActions);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function Doctor() {
  const { sandbox, demoWriter } = useScreen();
  const { findings, summary, release } = useLoaderData<typeof loader>();
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Setup check" }]} narrow result={useResult()}>
      <PageHead title="Setup check" help="Only admins can see this page. Each check calls X and Gemini once, for free.">
        <ButtonLink icon="refresh-cw" to="/doctor">
          Check again
        </ButtonLink>
        {(sandbox || demoWriter) && <ButtonLink to="/go-live">Go live</ButtonLink>}
      </PageHead>
      <p className="quiet" role="status">
        {summary}
      </p>
      <Findings findings={findings} />
      <p className="hint">{`Linnet ${release}`}</p>
    </Screen>
  );
}
