// GET /strategy: a placeholder required by the specification.
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useResult } from "~/screens/forms/use-result";
import { Empty } from "~/ui/page/empty";
import { Icon } from "~/ui/icons/icon";
import { Card, PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Strategy · Linnet" }];

export const action = (args: ActionFunctionArgs) => runIntent(args, frameActions);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const planned = [
  { icon: "target", words: "A goal for each account, with a weekly plan" },
  { icon: "calendar-range", words: "Daily themes that tie each month together" },
  { icon: "chart-line", words: "Which hooks and hours get views" },
  { icon: "users", words: "Your audience, shown with every topic" },
  { icon: "compass", words: "Suggestions for what to say next" },
] as const;

export default function Strategy() {
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Strategy" }]} narrow result={useResult()}>
      <PageHead title="Strategy" />
      <Empty title="Strategy is coming soon">Until then, use Generate and Timeline.</Empty>
      <Card title="Planned features">
        <ul className="plan">
          {planned.map(({ icon, words }) => (
            <li key={words}>
              <Icon of={icon} />
              {words}
            </li>
          ))}
        </ul>
      </Card>
    </Screen>
  );
}
