// View of /worked: results of an account's posts, and the settings for reading them.
import type { ReactNode } from "react";
import { LoginNotice } from "~/features/generation/notices";
import { LevelForm, levelFormId } from "~/features/results/page/level-form";
import { SpendingCard } from "~/features/results/page/spending-card";
import { connectHref } from "~/features/users/account-words";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { PageHead } from "~/ui/page/page";
import { Tabs } from "~/ui/page/tabs";
import { Charts } from "./charts";
import type { InsightsData, InsightsView as View } from "./to-view.server";

const fresh = { page: null, tweet: null, sort: null, period: null, age: null, chosen: null };
const sampleMark = "Sample data.";

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
  const toMine = hrefWith({ ...fresh, sample: "0" });
  const { signedIn, insights, accounts, tabs } = data;
  const isSample = tabs?.isSample === true;
  return (
    <>
      <PageHead title="Insights" help={help}>
        {insights && !isSample && (
          <ButtonLink to={`/worked/export?account=${insights.account.id}`} reloadDocument>
            Download CSV
          </ButtonLink>
        )}
      </PageHead>
      {!signedIn && (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      )}
      {notice}
      {tabs && (
        <Tabs
          label="Data"
          items={[
            { label: `Mine (${tabs.mine})`, to: toMine, current: !isSample },
            { label: "Sample", to: hrefWith({ ...fresh, sample: "1" }), current: isSample },
          ]}
        />
      )}
      {isSample && <SampleLine toMine={toMine} />}
      {data.missing && <Notice tone="info" title="Tweet not found" />}
      {data.unknownAccount && <Notice tone="info" title="This account isn’t connected here" />}
      {accounts.length > 1 && !isSample && (
        <Tabs
          label="Account"
          items={accounts.map(({ ref, username, isShown }) => ({
            label: `@${username}`,
            to: hrefWith({ account: ref, page: null, tweet: null }),
            current: isShown,
          }))}
        />
      )}
      {insights &&
        (isSample ? <Charts insights={insights} mark={sampleMark} /> : <Shown insights={insights} typed={typed} />)}
      {signedIn && accounts.length === 0 && !isSample && (
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
          <Charts insights={insights} />
          {next && <p className="hint">{next}</p>}
          {reading}
        </>
      )}
    </>
  );
}

function SampleLine({ toMine }: { toMine: string }) {
  return (
    <p className="said-of">
      <span>
        <strong>{sampleMark}</strong> 60 made-up tweets show how this page looks after about 2 months. Yours need 20
        tweets to compare.
      </span>
      <Link className="link" to={toMine}>
        Show mine
      </Link>
    </p>
  );
}
