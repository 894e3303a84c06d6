// Results view of /generate: the week and the tweets.
import { SevenDays } from "~/features/timeline/seven-days";
import { classNames } from "~/ui/class-names";
import { lazyPart } from "~/ui/lazy-part";
import { Notice } from "~/ui/messages/notice";
import { Heading, PageHead } from "~/ui/page/page";
import { useReading } from "~/screens/browser/use-reading";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { AddressChange } from "~/screens/forms/href-with";
import { useHrefWith } from "~/screens/forms/use-href-with";
import type { ResultsData } from "./to-view.server";
import { GeneratedTweets } from "./generated-tweets";

const SamplePage = lazyPart("sample-page", () => import("./sample-page"));
const WeekSection = lazyPart("week-section", () => import("~/screens/timeline/week-section"));

/** Fits in two lines on the smallest phone. */
const maxOfTwoLines = 36;

export default function Results({ data, result }: { data: ResultsData; result: ActionResult | undefined }) {
  const { hrefWith } = useHrefWith();
  const { week, username, folded } = data.week;
  const reading = useReading();
  if (data.samples) return <SamplePage samples={data.samples} data={data} />;
  const turned: AddressChange = folded ? { grid: "open" } : { grid: "folded", week: null, view: null, slot: null };
  return (
    <>
      <PageHead
        title={data.title.length > maxOfTwoLines ? <LongTopic topic={data.title} /> : data.title}
        help="Post Now posts right away. Add to Timeline picks a random time outside your quiet hours."
      />
      {data.week.missing && <Notice tone="info" title="Tweet not found" />}
      <section className="days-open" aria-label="Timeline">
        <SevenDays week={week} aside={username ? `@${username}` : "No account"} open={!folded} to={hrefWith(turned)} />
        {folded && reading && <p className="week__loading">Loading timeline data...</p>}
        {!folded && <WeekSection data={data.week} compact />}
      </section>
      <GeneratedTweets data={data} result={result} />
    </>
  );
}

const LongTopic = ({ topic }: { topic: string }) => (
  <details className={classNames("topic", topic.length >= 80 && "topic--long")}>
    <summary>
      <Heading>{topic}</Heading>
    </summary>
  </details>
);
