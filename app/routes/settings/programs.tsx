// GET /settings/programs: how one's own programs reach Linnet. Each section is a card; another feature's stands below the keys.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { loadPrograms } from "~/screens/settings/programs.server";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import { Card } from "~/ui/page/page";
import styles from "~/styles/page/settings.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "API keys and webhooks · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadPrograms(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, frameActions);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "API keys and webhooks" }];

export default function Programs() {
  const view = useLoaderData<typeof loader>();
  const result = useResult();
  return (
    <Screen crumbs={crumbs} result={result}>
      <SettingsFrame at="/settings/programs" isOperator={view.isOperator}>
        <Card title="API keys">
          <p className="quiet">For your own programs. A key may do what you say, and nothing else.</p>
        </Card>
      </SettingsFrame>
    </Screen>
  );
}
