// Shows the week's grid on a screen.
import { useSubmit } from "@remix-run/react";
import { scheduleAt } from "~/features/timeline/slot";
import { WeekView } from "~/features/timeline/week-view";
import { useReading } from "~/screens/browser/use-reading";
import { useWriteHref } from "~/screens/composer/write-href";
import { useHrefWith } from "~/screens/forms/use-href-with";
import type { WeekData } from "./week.server";

interface WeekSectionProps {
  data: WeekData;
  compact?: boolean;
  writes?: boolean;
}

export default function WeekSection({ data, compact, writes }: WeekSectionProps) {
  const { hrefWith } = useHrefWith();
  const writeHref = useWriteHref();
  const submit = useSubmit();
  const move = (id: number, key: string) => {
    const [day = "", slot = ""] = key.split("T");
    const action = hrefWith({ tweet: String(id), move: "1" });
    submit(
      { intent: scheduleAt, tweetId: String(id), day, slot },
      { method: "post", action, preventScrollReset: true },
    );
  };
  const taskHref = (id: number) => hrefWith({ tweet: String(id) });
  return (
    <WeekView
      week={data.week}
      view={data.view === "month" ? "month" : "week"}
      compact={compact}
      loading={useReading()}
      weekHref={(offset) => hrefWith({ week: offset === 0 ? null : String(offset) })}
      viewHref={(view) => hrefWith({ view: compact && view === "week" ? null : view, before: null })}
      taskHref={taskHref}
      slotHref={(key) => hrefWith({ slot: key })}
      onMove={writes ? move : undefined}
      writeHref={writes ? (slot) => writeHref({ slot, account: data.writeAs?.ref }) : undefined}
    />
  );
}
