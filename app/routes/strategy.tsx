// GET /strategy: a placeholder, as the specification asks for.
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CalendarRange, Compass, LineChart, Target, Users } from "lucide-react";
import { Screen } from "~/http/screen";
import { screenAction } from "~/http/screen-action.server";
import { Empty } from "~/ui/empty";
import { Icon } from "~/ui/icon";
import { Card, PageHead } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Strategy · Linnet" }];

export const action = (args: ActionFunctionArgs) => screenAction(args);

const planned = [
  { icon: Target, words: "A goal for each account, and what it asks of a week" },
  { icon: CalendarRange, words: "Themes by day, so that a month has a thread" },
  { icon: LineChart, words: "What worked: which hooks and hours were read" },
  { icon: Users, words: "Who you write for, kept beside every topic" },
  { icon: Compass, words: "Suggestions for what to say next" },
];

export default function Strategy() {
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Strategy" }]} narrow result={useActionData<typeof action>()}>
      <PageHead title="Strategy" />
      <Empty title="Strategy is coming soon">Until then Generate and Timeline do the daily work.</Empty>
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
