// The screen, of Linnet's own parts. A client component: the browser gets the week as data, not the whole tree again.
"use client";
import { Legend } from "~/features/timeline/legend";
import { WeekView } from "~/features/timeline/week-view";
import type { Week } from "~/features/timeline/week.types";
import { Drafts } from "~/screens/timeline/drafts";
import type { Drafts as DraftsData } from "~/screens/timeline/drafts.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { PageHead } from "~/ui/page/page";
import type { NextTweet } from "~/ui/frame/nav";
import { Shell } from "~/ui/frame/shell";

interface TimelineProps {
  week: Week;
  username: string | null;
  email: string;
  nextTweet: NextTweet | null;
  day: string | null;
  attention: { text: string; tweetHref: string } | null;
  drafts: DraftsData;
}

export function Timeline({ week, username, email, nextTweet, day, attention, drafts }: TimelineProps) {
  const { hrefWith } = useHrefWith();
  return (
    <Shell
      crumbs={[{ label: "Dashboards" }, { label: "Timeline" }]}
      person={{ email }}
      panelHref={hrefWith({ panel: "sidebar" })}
      modeBanner={{ sandbox: true, demoWriter: true, goLiveHref: hrefWith({ panel: "help" }) }}
      nextTweet={nextTweet}
    >
      {attention && (
        <Notice
          tone="attention"
          title={attention.text}
          action={
            <ButtonLink size="small" to={attention.tweetHref} preventScrollReset>
              View tweet
            </ButtonLink>
          }
        />
      )}
      <PageHead title="Twitter Publishing Timeline">
        <div className="row">
          <ButtonLink variant="soft" icon="feather" to={hrefWith({ write: "1" })} preventScrollReset>
            Write a tweet
          </ButtonLink>
          <ButtonLink icon="refresh-cw" to={hrefWith({})}>
            Refresh Timeline History
          </ButtonLink>
        </div>
      </PageHead>
      <div className="row row--spread">
        <div>
          <p className="quiet">
            Showing timeline for: <strong>{username ? `@${username}` : "Unknown"}</strong>
          </p>
          {day && <p className="hint">{day}</p>}
        </div>
        <Legend counts={week.counts} />
      </div>
      <WeekView
        week={week}
        view="week"
        weekHref={(offset) => hrefWith({ week: offset === 0 ? null : String(offset) })}
        viewHref={(view) => hrefWith({ view: view === "week" ? null : view })}
        taskHref={(id) => hrefWith({ tweet: String(id) })}
        slotHref={(slot) => hrefWith({ slot })}
      />
      <Drafts data={drafts} />
    </Shell>
  );
}
