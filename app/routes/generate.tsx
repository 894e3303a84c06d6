// GET /generate: ask for tweets, and see what came of it.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FlaskConical } from "lucide-react";
import { getApp } from "~/app.server";
import { chooseAccount } from "~/features/accounts/account";
import { Composer, ConnectNotice, LoginNotice } from "~/features/generation/composer";
import { RecentBatches } from "~/features/generation/recent-batches";
import { Wire } from "~/features/generation/wire";
import { WeekFold } from "~/features/timeline/week-view";
import type { ActResult } from "~/http/act.server";
import { generate, type InputData, loadGenerate, type ResultsData } from "~/http/generate.server";
import { GeneratedTweets } from "~/http/generated-tweets";
import { Screen, useScreen } from "~/http/screen";
import { screenAction } from "~/http/screen-action.server";
import { findSignedIn } from "~/http/session.server";
import { tweetIntents } from "~/http/tweet-intents.server";
import { useHere } from "~/http/use-here";
import { useWeekModal, WeekSection } from "~/http/week-section";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Results · Linnet" : "Generate · Linnet" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  return loadGenerate(app, signedIn?.user ?? null, new URL(request.url));
}

export const action = (args: ActionFunctionArgs) => screenAction(args, { ...tweetIntents, generate });

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />;
}

const title = "Twitter Content Idea Generator";

function Input({ data, result }: { data: InputData; result: ActResult | undefined }) {
  const { user, accounts } = useScreen();
  const { here } = useHere();
  const account = chooseAccount(accounts);
  const failed = result?.ok === false && result.intent === "generate" ? result : undefined;
  const asker = {
    signedIn: user !== null,
    accounts: accounts.length,
    hasDefault: accounts.some((one) => one.isDefault),
  };
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Input" }]} narrow result={result}>
      <PageHead
        title={title}
        help="Write what you want to talk about. Linnet drafts a batch of tweets; you choose which to post now and which to leave to a random moment of the day."
      >
        <ButtonLink variant="ghost" size="small" icon={FlaskConical} to="/generate?test=1">
          Test mode
        </ButtonLink>
      </PageHead>
      {!user && <LoginNotice signInHref={here({ panel: "login" })} createHref={here({ panel: "register" })} />}
      {user && accounts.length === 0 && <ConnectNotice connectHref="/accounts/connect" />}
      <Composer
        key={data.topic}
        asker={asker}
        account={account && { name: account.displayName, username: account.username }}
        accountsHref={here({ panel: "sidebar" })}
        values={failed?.values ?? { topic: data.topic }}
        error={failed?.error}
      />
      <RecentBatches batches={data.recent} />
      <Wire moments={data.wire} window={data.window} quiet={data.quiet} />
    </Screen>
  );
}

function Results({ data, result }: { data: ResultsData; result: ActResult | undefined }) {
  const modal = useWeekModal(data.week, result);
  const { username, zone } = data.week;
  const crumbs = [{ label: "Dashboards" }, { label: "Input", to: "/generate" }, { label: title }];
  return (
    <Screen crumbs={crumbs} result={result} modal={modal}>
      <PageHead
        title={data.title}
        help="Post Now sends at once. Add to Timeline picks a random moment, outside your quiet hours where you are."
      />
      <WeekFold aside={`${username ? `@${username}` : "No account"} · ${zone} time`}>
        <WeekSection data={data.week} compact />
      </WeekFold>
      <GeneratedTweets data={data} result={result} />
    </Screen>
  );
}
