// Shows the timeline as a list.
import { TrashForm } from "~/features/ideas/trash-form";
import { type ListData, ListView } from "~/features/timeline/list/list-view";
import { ViewTabs } from "~/features/timeline/week-bar";
import { useWriteHref } from "~/screens/composer/write-href";
import { useHrefWith } from "~/screens/forms/use-href-with";
import type { WeekData } from "./week.server";

export default function ListSection({ data, list }: { data: WeekData; list: ListData }) {
  const { hrefWith } = useHrefWith();
  const writeHref = useWriteHref();
  return (
    <div className="week">
      <div className="week__bar">
        <h2 className="week__range" id="coming">
          Next up
        </h2>
        <ViewTabs view={data.view} viewHref={(view) => hrefWith({ view, before: null, after: null })} />
      </div>
      <ListView
        list={list}
        taskHref={(id) => hrefWith({ tweet: String(id) })}
        editHref={(id) => hrefWith({ tweet: String(id), edit: "1" })}
        moveHref={(id) => hrefWith({ tweet: String(id), move: "1" })}
        trashForm={(id) => <TrashForm tweetId={id} operation="discard" />}
        writeHref={(slot) => writeHref({ slot, account: data.writeAs?.ref })}
        pageHref={hrefWith}
      />
    </div>
  );
}
