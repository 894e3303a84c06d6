// Picks the window over the week: a tweet, its editor, a new tweet, a plan or a slot.
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";
import type { OpenedTweet } from "./opened.server";
import type { Opening } from "./week.server";

const PlanModal = lazyPart("plan-modal", () => import("./plan/plan-modal"));
const Pictures = lazyPart("pictures", () => import("~/screens/images/pictures-window"));
const DeletionModal = lazyPart("deletion-modal", () => import("~/features/timeline/deletion-modal"));
const MoveModal = lazyPart("move-modal", () => import("./move-modal"));
const DetailModal = lazyPart("detail-modal", () => import("./windows/detail-modal"));
const EditModal = lazyPart("edit-modal", () => import("./windows/edit-modal"));
const WriteModal = lazyPart("write-modal", () => import("./windows/write-modal"));
const SlotModal = lazyPart("slot-modal", () => import("~/features/timeline/slot-modal"));

export default function WeekModal({ data, result }: { data: Opening; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { opened, slot, writing, writeSlot, writeAs, plan } = data;
  if (opened?.picturing) return <Pictures key={opened.picturing.tweetId} of={opened.picturing} />;
  if (opened?.deletion?.asking) return <DeletionQuestion opened={opened} result={result} />;
  if (opened?.moving) return <MoveModal opened={opened} result={result} />;
  if (opened) {
    // Text that could not be saved stays visible even if the tweet can no longer be edited.
    const isEditing = opened.editing && (opened.editable || failedIn(result, "edit"));
    const Opened = isEditing ? EditModal : DetailModal;
    return <Opened key={`${opened.tweet.id} ${isEditing ? "edit" : ""}`} opened={opened} result={result} />;
  }
  if (writing) return <WriteModal {...{ writeSlot, writeAs, result }} />;
  if (plan) return <PlanModal key={plan.days} plan={plan} result={result} />;
  if (!slot) return null;
  return (
    <SlotModal
      slot={slot.title}
      tasks={slot.tasks.map((task) => ({ ...task, href: hrefWith({ tweet: String(task.id), slot: null }) }))}
      count={slot.count}
      allHref={`/timeline?${new URLSearchParams(slot.inList).toString()}`}
      closeTo={hrefWith({ slot: null })}
    />
  );
}

interface OpenedProps {
  opened: OpenedTweet;
  result: ActionResult | undefined;
}

function DeletionQuestion({ opened: { tweet, deletion }, result }: OpenedProps) {
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  if (!deletion) return null;
  const error = failedIn(result, "delete")?.error ?? null;
  const closeTo = hrefWith({ delete: null });
  return <DeletionModal tweetId={tweet.id} deletion={deletion} sandbox={sandbox} error={error} closeTo={closeTo} />;
}
