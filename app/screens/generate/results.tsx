// The results view of /generate: the week, and under it the tweets.
import { WeekFold } from "~/features/timeline/week-view";
import { PageHead } from "~/ui/page/page";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { ResultsData } from "./to-view.server";
import { GeneratedTweets } from "./generated-tweets";
import { WeekSection } from "~/screens/timeline/week-section";

export default function Results({ data, result }: { data: ResultsData; result: ActionResult | undefined }) {
  const { username, zone } = data.week;
  return (
    <>
      <PageHead
        title={data.title}
        help="Post Now sends at once. Add to Timeline picks a random moment, outside your quiet hours where you are."
      />
      <WeekFold week={data.week.week} aside={`${username ? `@${username}` : "No account"} · ${zone} time`}>
        <WeekSection data={data.week} compact />
      </WeekFold>
      <GeneratedTweets data={data} result={result} />
    </>
  );
}
