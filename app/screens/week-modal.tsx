// What opens over the week: one tweet with everything about it, or the tweets of one slot.
import { SlotModal, TaskModal } from "~/features/timeline/task-modal";
import { TweetActions } from "~/features/tweets/tweet-actions";
import { Notice } from "~/ui/notice";
import type { ActResult } from "./act.server";
import { useScreen } from "./screen";
import { useHere } from "./use-here";
import { useTweetForm } from "./use-tweet-form";
import type { WeekData } from "./week.server";

export default function WeekModal({ data, result }: { data: WeekData; result: ActResult | undefined }) {
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
