// The week on a screen, and the modals that its tasks and slots open; all of it links to the present address.
import type { ReactNode } from "react";
import { SlotModal, TaskModal } from "~/features/timeline/task-modal";
import { WeekView } from "~/features/timeline/week-view";
import { TweetActions } from "~/features/tweets/tweet-actions";
import type { ActResult } from "./act.server";
import { Notice } from "~/ui/notice";
import { useScreen } from "./screen";
import { useHere } from "./use-here";
import { useTweetForm } from "./use-tweet-form";
import type { WeekData } from "./week.server";

export function WeekSection({ data, compact }: { data: WeekData; compact?: boolean }) {
  const { here } = useHere();
  return (
    <WeekView
      week={data.week}
      view={data.view}
      compact={compact}
      weekHref={(offset) => here({ week: offset === 0 ? null : String(offset) })}
      viewHref={(view) => here({ view: view === "week" ? null : view })}
      taskHref={(id) => here({ tweet: String(id) })}
      slotHref={(key) => here({ slot: key })}
    />
  );
}

/** The modal that the URL opens over the week, or null. */
export function useWeekModal(data: WeekData, result: ActResult | undefined): ReactNode {
  const { here } = useHere();
  const { sandbox } = useScreen();
  if (data.opened) {
    const { tweet, moment } = data.opened;
    return (
      <TaskModal
        key={tweet.id}
        tweet={tweet}
        moment={moment}
        sandbox={sandbox}
        closeTo={here({ tweet: null })}
        actions={<OpenedActions tweet={tweet} result={result} />}
      />
    );
  }
  if (!data.slot) return null;
  return (
    <SlotModal
      slot={data.slot.title}
      tasks={data.slot.tasks.map((task) => ({ ...task, href: here({ tweet: String(task.id), slot: null }) }))}
      closeTo={here({ slot: null })}
    />
  );
}

type OpenedTweet = NonNullable<WeekData["opened"]>["tweet"];

function OpenedActions({ tweet, result }: { tweet: OpenedTweet; result: ActResult | undefined }) {
  const { Form, busy, failure } = useTweetForm(tweet.id, result);
  return (
    <>
      {failure && tweet.status !== "failed" && <Notice tone="error" title={failure} />}
      <TweetActions tweet={tweet} Form={Form} busy={busy} />
    </>
  );
}
