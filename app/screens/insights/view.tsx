// View of /worked: results of an account's posts, and the settings for reading them.
import type { ReactNode } from "react";
import { cityTime } from "~/ground/time/city-time";
import { LoginNotice } from "~/features/generation/notices";
import { HeatMap } from "~/features/results/page/heat-map";
import { LevelForm, levelFormId } from "~/features/results/page/level-form";
import { Picture } from "~/features/results/page/picture";
import { Ranked, ResultTable } from "~/features/results/page/result-list";
import { SpendingCard } from "~/features/results/page/spending-card";
import { connectHref } from "~/features/users/account-words";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { Card, PageHead } from "~/ui/page/page";
import { Tabs } from "~/ui/page/tabs";
import type { InsightsData, InsightsView as View } from "./to-view.server";

const help =
  "Engagement rate: likes, reposts, replies, quotes and bookmarks per 1,000 views, with its likely range. Views: compared with your typical tweet at the same age. Counts are fetched, never guessed.";

export type Typed = Partial<Pick<View["levels"], "level" | "learn" | "lean">>;

interface InsightsViewProps {
  data: InsightsData;
  typed: Typed;
  notice: ReactNode;
}

export function InsightsView({ data, typed, notice }: InsightsViewProps) {
  const { hrefWith } = useHrefWith();
  const { signedIn, insights, accounts } = data;
  return (
    <>
      <PageHead title="Insights" help={help}>
        {insights && (
          <ButtonLink to={`/worked/export?account=${insights.account.id}`} reloadDocument>
            Download CSV
          </ButtonLink>
        )}
      </PageHead>
      {!signedIn && (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      )}
      {notice}
      {data.missing && <Notice tone="info" title="Tweet not found" />}
      {data.unknownAccount && <Notice tone="info" title="This account isn’t connected here" />}
      {accounts.length > 1 && (
        <Tabs
          label="Account"
          items={accounts.map(({ ref, username, isShown }) => ({
            label: `@${username}`,
            to: hrefWith({ account: ref, page: null, tweet: null }),
            current: isShown,
          }))}
        />
      )}
      {insights && <Shown insights={insights} typed={typed} />}
      {signedIn && accounts.length === 0 && (
        <Empty
          title="No account yet"
          action={
            <ButtonLink variant="primary" icon="plus" to={connectHref}>
              Connect an account
            </ButtonLink>
          }
        >
          Connect an account first to see how its tweets perform.
        </Empty>
      )}
    </>
  );
}

function Shown({ insights, typed }: { insights: View; typed: Typed }) {
  const { empty, rests, next, levels, spending } = insights;
  const reading = (
    <div className="worked__two">
      <LevelForm {...levels} {...typed} />
      <SpendingCard {...spending} />
    </div>
  );
  return (
    <>
      {rests && <Notice tone="attention" title={rests} />}
      {empty ? (
        <>
          <Empty
            title={empty.title}
            action={levels.level === "off" && <ButtonLink to={`#${levelFormId}`}>View prices</ButtonLink>}
          >
            {empty.text}
          </Empty>
          {reading}
        </>
      ) : (
        <>
          <Choices insights={insights} />
          <Figures figures={insights.figures} />
          {insights.tooFew && <Notice tone="info" title={insights.tooFew} />}
          <Rates insights={insights} />
          <div className="worked__two">
            <Hours hours={insights.hours} />
            <Ends insights={insights} />
          </div>
          <List insights={insights} />
          {next && <p className="hint">{next}</p>}
          {reading}
        </>
      )}
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

const Figures = ({ figures }: Pick<View, "figures">) => (
  <dl className="figures">
    {figures.map(({ term, value, note }) => (
      <div className="figure" key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
        <dd className="figure__note">{note}</dd>
      </div>
    ))}
  </dl>
);

function Rates({ insights: { rates, isInvented } }: { insights: View }) {
  const { hrefWith } = useHrefWith();
  if (!rates) return null;
  return (
    <Card
      title="Engagement rate by tweet"
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

function Hours({ hours }: Pick<View, "hours">) {
  const { hrefWith } = useHrefWith();
  const { map, finding, power, withChosen } = hours;
  return (
    <Card title="Hours" aside={map && <span className="hint">{cityTime(map.city)}, at 24 hours</span>}>
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

function Ends({ insights: { top, bottom } }: { insights: View }) {
  const { hrefWith } = useHrefWith();
  const hrefOf = (id: number) => hrefWith({ tweet: String(id) });
  if (top.length === 0) return null;
  return (
    <div className="worked__ends">
      <Ranked title="Top three so far" results={top} hrefOf={hrefOf} />
      <Ranked title="Bottom three so far" results={bottom} hrefOf={hrefOf} />
    </div>
  );
}

const orders = [
  { sort: "date", label: "Newest" },
  { sort: "rate", label: "Engagement" },
  { sort: "seen", label: "Views" },
] as const;

function List({ insights: { results, sort, page, pages, period } }: { insights: View }) {
  const { hrefWith } = useHrefWith();
  return (
    <Card
      title="Tweets"
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
