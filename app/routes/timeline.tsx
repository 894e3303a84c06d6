// GET /timeline: the account's week, with what went out and what will.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { LoginNotice } from "~/features/generation/notices";
import { Legend } from "~/features/timeline/week-bar";
import { clientAct } from "~/screens/client-action";
import { Screen } from "~/screens/screen";
import { RefreshHistory } from "~/screens/refresh-history";
import { weekModal, WeekSection } from "~/screens/week-section";
import { Drafts } from "~/screens/drafts";
import { actOnTimeline, loadTimeline } from "~/screens/timeline.server";
import { useHere } from "~/screens/use-here";
import { useResult } from "~/screens/use-result";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Timeline · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadTimeline(args);

export const action = (args: ActionFunctionArgs) => actOnTimeline(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

export default function Timeline() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = weekModal(data.week, result);
  const { here } = useHere();
  const { username, held, day, week } = data.week;
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Timeline" }]} result={result} modal={modal}>
      <PageHead title="Twitter Publishing Timeline">
        <div className="row">
          <ButtonLink
            variant="soft"
            icon="feather"
            to={here(data.signedIn ? { write: "1" } : { panel: "login" })}
            preventScrollReset
          >
            Write a tweet
          </ButtonLink>
          <RefreshHistory icon="refresh-cw" />
        </div>
      </PageHead>
      {!data.signedIn && <LoginNotice signInHref={here({ panel: "login" })} createHref={here({ panel: "register" })} />}
      <div className="row row--spread">
        <div>
          <p className="quiet">
            Showing timeline for: <strong>{username ? `@${username}` : "Unknown"}</strong>{" "}
            {held && <span className="pill">Paused</span>}
          </p>
          {day && <p className="hint">{day}</p>}
        </div>
        <Legend counts={week.counts} />
      </div>
      <WeekSection data={data.week} />
      <Drafts drafts={data.drafts} />
    </Screen>
  );
}
