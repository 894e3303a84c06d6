// GET /timeline: the account's week, with what went out and what will.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getApp } from "~/app.server";
import { Legend } from "~/features/timeline/week-bar";
import { Screen } from "~/screens/screen";
import { screenAction } from "~/screens/screen-action.server";
import { findSignedIn } from "~/http/session.server";
import { tweetIntents } from "~/screens/tweet-intents.server";
import { RefreshHistory } from "~/screens/refresh-history";
import { weekModal, WeekSection } from "~/screens/week-section";
import { loadWeekData } from "~/screens/week.server";
import { PageHead } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Timeline · Linnet" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  return loadWeekData(app, signedIn?.user ?? null, new URL(request.url));
}

export const action = (args: ActionFunctionArgs) => screenAction(args, tweetIntents);

export default function Timeline() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const modal = weekModal(data, result);
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Timeline" }]} result={result} modal={modal}>
      <PageHead title="Twitter Publishing Timeline">
        <RefreshHistory icon="refresh-cw" />
      </PageHead>
      <div className="row row--spread">
        <p className="quiet">
          Showing timeline for: <strong>{data.username ? `@${data.username}` : "Unknown"}</strong>
        </p>
        <Legend counts={data.week.counts} />
      </div>
      <WeekSection data={data} />
    </Screen>
  );
}
