// The view of /timeline: whose week it is, the week, and what was written for later.
import { LoginNotice } from "~/features/generation/notices";
import { Legend } from "~/features/timeline/week-bar";
import { AccountPill } from "~/features/users/account-state";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page/page";
import { Drafts } from "./drafts";
import { RefreshHistory } from "./refresh-history";
import type { TimelineData } from "./to-view.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { WeekSection } from "./week-section";

export function TimelineView({ data }: { data: TimelineData }) {
  const { hrefWith } = useHrefWith();
  const { username, state, day, zone, zoneUnknown, week } = data.week;
  return (
    <>
      <PageHead title="Twitter Publishing Timeline">
        <div className="row">
          <ButtonLink
            variant="soft"
            icon="feather"
            to={hrefWith(data.signedIn ? { write: "1" } : { panel: "login" })}
            preventScrollReset
          >
            Write a tweet
          </ButtonLink>
          <RefreshHistory icon="refresh-cw" />
        </div>
      </PageHead>
      {!data.signedIn && (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      )}
      <div className="row row--spread">
        <div>
          <p className="quiet">
            Showing timeline for: <strong>{username ? `@${username}` : "Unknown"}</strong>{" "}
            <AccountPill state={state} username={username} />{" "}
            <span className="hint">
              in {zone} time
              {zoneUnknown && (
                <>
                  {", until you "}
                  <Link className="link" to={hrefWith({ panel: "settings" })} preventScrollReset>
                    choose your time zone
                  </Link>
                </>
              )}
            </span>
          </p>
          {day && <p className="hint">{day}</p>}
        </div>
        <Legend counts={week.counts} />
      </div>
      <WeekSection data={data.week} />
      <Drafts data={data.drafts} />
    </>
  );
}
