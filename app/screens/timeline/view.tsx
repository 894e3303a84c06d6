// View of /timeline: the week or list, and a link to the ideas.
import { cityTime } from "~/ground/time/city-time";
import { LoginNotice } from "~/features/generation/notices";
import { Legend } from "~/features/timeline/legend";
import { AccountPill, ConnectLink } from "~/features/users/account-state";
import { ButtonLink } from "~/ui/form/button";
import { lazyPart } from "~/ui/lazy-part";
import { Link } from "~/ui/link";
import { Tabs } from "~/ui/page/tabs";
import { PageHead } from "~/ui/page/page";
import { RefreshHistory } from "./refresh-history";
import type { TimelineData } from "./to-view.server";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { intentOf } from "~/screens/forms/intents";
import { useWriteHref } from "~/screens/composer/write-href";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { BacklogNotice } from "./plan/backlog-notice";
import { Notice } from "~/ui/messages/notice";

const WeekSection = lazyPart("timeline-week", () => import("./week-section"));
const ListSection = lazyPart("timeline-list", () => import("./list-section"));

export function TimelineView({ data, result }: { data: TimelineData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const writeHref = useWriteHref();
  const { username, all, switcher, state, day, zone, zoneUnknown, week, writeAs } = data.week;
  const refusal = result?.ok === false && !intentOf(result.intent)?.panel && !data.week.opened ? result.error : null;
  return (
    <>
      <PageHead title="Twitter Publishing Timeline">
        <div className="row">
          <ButtonLink
            variant="soft"
            icon="feather"
            to={data.signedIn ? writeHref({ account: writeAs?.ref }) : hrefWith({ panel: "login" })}
            preventScrollReset={!data.signedIn}
          >
            Write a tweet
          </ButtonLink>
          {data.signedIn && (
            <ButtonLink variant="ghost" to={`/worked${writeAs ? `?account=${writeAs.ref}` : ""}`}>
              Insights
            </ButtonLink>
          )}
          <RefreshHistory icon="refresh-cw" />
        </div>
      </PageHead>
      {!data.signedIn && (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      )}
      <div className="row row--spread">
        <div>
          <p className="quiet">
            Showing timeline for: <strong>{all ? "all accounts" : username ? `@${username}` : "Unknown"}</strong>{" "}
            <AccountPill state={state} username={username} />{" "}
            <span className="hint">
              in {cityTime(zone)}
              {zoneUnknown && (
                <span>
                  {", until you "}
                  <Link className="link" to={hrefWith({ panel: "settings" })} preventScrollReset>
                    choose your time zone
                  </Link>
                </span>
              )}
            </span>
          </p>
          {switcher.length > 0 && (
            <Tabs
              label="Account"
              items={switcher.map(({ ref, ...one }) => ({
                ...one,
                to: hrefWith({ account: ref, before: null, after: null }),
              }))}
            />
          )}
          {day && <p className="hint">{day}</p>}
        </div>
        {!data.week.list && <Legend counts={week.counts} />}
      </div>
      {refusal && <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />}
      {data.backlog.map(({ account, text }) => (
        <BacklogNotice key={account} account={account} text={text} />
      ))}
      {data.week.unknownAccount && (
        <Notice tone="info" title="This account isn’t connected here">
          {username ? `This is the timeline of @${username}.` : "Connect a new account to see its week."}
        </Notice>
      )}
      {data.week.missing && <Notice tone="info" title="Tweet not found" />}
      {data.week.list ? (
        <ListSection data={data.week} list={data.week.list} />
      ) : (
        <WeekSection data={data.week} writes={data.signedIn} />
      )}
      {data.ideas && (
        <p className="quiet">
          {data.ideas}{" "}
          <Link className="link" to="/ideas">
            View drafts
          </Link>
        </p>
      )}
    </>
  );
}
