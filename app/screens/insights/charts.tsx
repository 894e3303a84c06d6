// Figures, charts and lists of Insights, the same for one's own tweets and for the sample.
import { cityTime } from "~/ground/time/city-time";
import { HeatMap } from "~/features/results/page/heat-map";
import { Picture } from "~/features/results/page/picture";
import { Ranked, ResultTable } from "~/features/results/page/result-list";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import { Tabs } from "~/ui/page/tabs";
import type { InsightsView as View } from "./to-view.server";

interface ChartsProps {
  insights: View;
  /** On each card of the sample. */
  mark?: string;
}

export function Charts({ insights, mark }: ChartsProps) {
  return (
    <>
      <Choices insights={insights} />
      <Figures figures={insights.figures} mark={mark} />
      {insights.tooFew && <Notice tone="info" title={insights.tooFew} />}
      <Rates insights={insights} mark={mark} />
      <div className="worked__two">
        <Hours hours={insights.hours} mark={mark} />
        <Ends insights={insights} mark={mark} />
      </div>
      <List insights={insights} mark={mark} />
    </>
  );
}

function Choices({ insights: { period, slot } }: { insights: View }) {
  const { hrefWith } = useHrefWith();
  return (
    <div className="row row--spread">
      <Tabs
        label="Period"
        items={[30, 90].map((days) => ({
          label: `${days} days`,
          to: hrefWith({ period: String(days), page: null }),
          current: period === days,
        }))}
      />
      <Tabs
        label="Age of the metrics"
        items={[
          { label: "After 24 hours", to: hrefWith({ age: "24h", page: null }), current: slot === "24h" },
          { label: "After 7 days", to: hrefWith({ age: "7d", page: null }), current: slot === "7d" },
        ]}
      />
    </div>
  );
}

const Figures = ({ figures, mark }: Pick<View, "figures"> & Pick<ChartsProps, "mark">) => (
  <dl className="figures">
    {figures.map(({ term, value, note }) => (
      <div className="figure" key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
        <dd className="figure__note">{note}</dd>
        {mark && <dd className="card__mark">{mark}</dd>}
      </div>
    ))}
  </dl>
);

function Rates({ insights: { rates, isInvented }, mark }: ChartsProps) {
  const { hrefWith } = useHrefWith();
  if (!rates) return null;
  return (
    <Card
      title="Engagement rate by tweet"
      mark={mark}
      aside={<span className="hint">Per 1,000 views. The line is your average.</span>}
    >
      <Picture drawings={rates.drawings} finding={rates.finding} isInvented={isInvented}>
        <table className="sums">
          <caption className="visually-hidden">Engagement rate of each tweet, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Tweet</th>
              <th scope="col">Engagement rate</th>
              <th scope="col">Likely range</th>
            </tr>
          </thead>
          <tbody>
            {rates.rows.map(({ id, when, words, rate, interval }) => (
              <tr key={id}>
                <td>{when}</td>
                <td dir="auto">
                  <Link className="link" to={hrefWith({ tweet: String(id) })} preventScrollReset>
                    {words}
                  </Link>
                </td>
                <td>{rate}</td>
                <td>{interval}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Picture>
    </Card>
  );
}

function Hours({ hours, mark }: Pick<View, "hours"> & Pick<ChartsProps, "mark">) {
  const { hrefWith } = useHrefWith();
  const { map, finding, power, withChosen } = hours;
  return (
    <Card title="Hours" mark={mark} aside={map && <span className="hint">{cityTime(map.city)}, at 24 hours</span>}>
      <p>{finding}</p>
      {map && <HeatMap {...map} />}
      <div className="row row--spread">
        <p className="hint">{power}</p>
        <Link className="link" to={hrefWith({ chosen: withChosen ? "off" : null })} preventScrollReset>
          {withChosen ? "Exclude times you picked" : "Include times you picked"}
        </Link>
      </div>
    </Card>
  );
}

function Ends({ insights: { top, bottom }, mark }: ChartsProps) {
  const { hrefWith } = useHrefWith();
  const hrefOf = (id: number) => hrefWith({ tweet: String(id) });
  if (top.length === 0) return null;
  return (
    <div className="worked__ends">
      <Ranked title="Top three so far" results={top} hrefOf={hrefOf} mark={mark} />
      <Ranked title="Bottom three so far" results={bottom} hrefOf={hrefOf} mark={mark} />
    </div>
  );
}

const orders = [
  { sort: "date", label: "Newest" },
  { sort: "rate", label: "Engagement" },
  { sort: "seen", label: "Views" },
] as const;

function List({ insights: { results, sort, page, pages, period }, mark }: ChartsProps) {
  const { hrefWith } = useHrefWith();
  return (
    <Card
      title="Tweets"
      mark={mark}
      aside={
        <Tabs
          label="Order"
          items={orders.map((order) => ({
            label: order.label,
            to: hrefWith({ sort: order.sort, page: null }),
            current: order.sort === sort,
          }))}
        />
      }
    >
      {results.length === 0 ? (
        <p className="quiet">No tweets were posted in the last {period} days.</p>
      ) : (
        <ResultTable results={results} sort={sort} hrefOf={(id) => hrefWith({ tweet: String(id) })} />
      )}
      {pages > 1 && (
        <nav className="pager" aria-label="Pages">
          {page > 1 && (
            <ButtonLink size="small" to={hrefWith({ page: page === 2 ? null : String(page - 1) })} preventScrollReset>
              Previous
            </ButtonLink>
          )}
          <span className="hint">{`Page ${page} of ${pages}`}</span>
          {page < pages && (
            <ButtonLink size="small" to={hrefWith({ page: String(page + 1) })} preventScrollReset>
              Next
            </ButtonLink>
          )}
        </nav>
      )}
    </Card>
  );
}
