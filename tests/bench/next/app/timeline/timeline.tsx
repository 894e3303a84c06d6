// The screen, of Linnet's own parts. A client component: the browser gets the week as data, not the whole tree again.
"use client";
import { Legend } from "~/features/timeline/week-bar";
import { WeekView } from "~/features/timeline/week-view";
import type { Week } from "~/features/timeline/week.types";
import { Drafts } from "~/screens/drafts";
import type { Drafts as DraftsData } from "~/screens/unsent.server";
import { useHere } from "~/screens/use-here";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { PageHead } from "~/ui/page";
import { Shell } from "~/ui/shell";

interface TimelineProps {
  week: Week;
  username: string | null;
  email: string;
  nextTweet: string | null;
  day: string | null;
  attention: { text: string; tweetHref: string } | null;
  drafts: DraftsData;
}

export function Timeline({ week, username, email, nextTweet, day, attention, drafts }: TimelineProps) {
  const { here } = useHere();
  return (
    <Shell
      crumbs={[{ label: "Dashboards" }, { label: "Timeline" }]}
      person={{ email }}
      panelHref={here({ panel: "sidebar" })}
      strip={{ sandbox: true, demoWriter: true, goLiveHref: here({ panel: "help" }) }}
      nextTweet={nextTweet}
    >
      {attention && (
        <Notice
          tone="attention"
          title={attention.text}
          action={
            <ButtonLink size="small" to={attention.tweetHref} preventScrollReset>
              Show the tweet
            </ButtonLink>
          }
        />
      )}
      <PageHead title="Twitter Publishing Timeline">
        <div className="row">
          <ButtonLink variant="soft" icon="feather" to={here({ write: "1" })} preventScrollReset>
            Write a tweet
          </ButtonLink>
          <ButtonLink icon="refresh-cw" to={here({})}>
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
        weekHref={(offset) => here({ week: offset === 0 ? null : String(offset) })}
        viewHref={(view) => here({ view: view === "week" ? null : view })}
        taskHref={(id) => here({ tweet: String(id) })}
        slotHref={(slot) => here({ slot })}
      />
      <Drafts data={drafts} />
    </Shell>
  );
}
