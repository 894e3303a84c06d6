// The screen, of Linnet's own parts. A client component: the browser gets the week as data, not the whole tree again.
"use client";
import { Legend } from "~/features/timeline/week-bar";
import { WeekView } from "~/features/timeline/week-view";
import type { Week } from "~/features/timeline/week.types";
import { useHere } from "~/screens/use-here";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page";
import { Shell } from "~/ui/shell";

interface TimelineProps {
  week: Week;
  username: string | null;
  email: string;
  nextTweet: string | null;
}

export function Timeline({ week, username, email, nextTweet }: TimelineProps) {
  const { here } = useHere();
  return (
    <Shell
      crumbs={[{ label: "Dashboards" }, { label: "Timeline" }]}
      person={{ email }}
      panelHref={here({ panel: "sidebar" })}
      strip={{ sandbox: true, demoWriter: true, goLiveHref: here({ panel: "help" }) }}
      nextTweet={nextTweet}
    >
      <PageHead title="Twitter Publishing Timeline">
        <ButtonLink icon="refresh-cw" to={here({})}>
          Refresh Timeline History
        </ButtonLink>
      </PageHead>
      <div className="row row--spread">
        <p className="quiet">
          Showing timeline for: <strong>{username ? `@${username}` : "Unknown"}</strong>
        </p>
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
    </Shell>
  );
}
