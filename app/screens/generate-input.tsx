// The input view of /generate: the one question, recent topics, and the wire.
import "./kit";
import { chooseAccount } from "~/features/accounts/account";
import { Composer } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { Wire } from "~/features/generation/wire";
import { connectHref } from "~/features/users/account-words";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page";
import type { ActResult } from "./act.server";
import type { InputData } from "./generate.server";
import { generateTitle } from "./generate-title";
import { useScreen } from "./screen";
import { useHere } from "./use-here";

export default function Input({ data, result }: { data: InputData; result: ActResult | undefined }) {
  const { user, accounts, accountsFault } = useScreen();
  const { here } = useHere();
  const account = chooseAccount(accounts);
  const failed = result?.ok === false && result.intent === "generate" ? result : undefined;
  const asker = {
    signedIn: user !== null,
    accounts: accounts.length,
    hasDefault: accounts.some((one) => one.isDefault),
  };
  const topicsHref = (topics: string | null) => topics && `${here({ topics })}#topics`;
  return (
    <>
      <PageHead
        title={generateTitle}
        help="Write what you want to talk about. Linnet drafts a batch of tweets; you choose which to post now and which to leave to a random moment of the day."
      >
        <ButtonLink variant="ghost" size="small" icon="flask-conical" to="/generate?test=1">
          Test mode
        </ButtonLink>
      </PageHead>
      {!user && <LoginNotice signInHref={here({ panel: "login" })} createHref={here({ panel: "register" })} />}
      {user && accounts.length === 0 && accountsFault === null && <ConnectNotice connectHref={connectHref} />}
      <Composer
        key={data.topic}
        asker={asker}
        account={account && { name: account.displayName, username: account.username, state: account.state }}
        accountsHref={here({ panel: "sidebar" })}
        values={failed?.values ?? { topic: data.topic }}
        error={failed?.error}
      />
      {data.example && (
        <Example
          topic={data.example}
          askHref={accounts.length > 0 ? here({ topic: data.example }) : null}
          sampleHref="/generate?test=1&sample=1"
        />
      )}
      <div id="topics">
        <RecentBatches
          batches={data.recent}
          allHref={data.hasMoreTopics && !data.topicPages ? topicsHref("all") : null}
          pages={
            data.topicPages && { newer: topicsHref(data.topicPages.newer), older: topicsHref(data.topicPages.older) }
          }
        />
      </div>
      <Wire
        moments={data.wire}
        zone={
          data.zoneUnknown ? (user ? { name: "UTC", chooseHref: here({ panel: "settings" }) } : { name: "UTC" }) : null
        }
        window={data.window}
        quiet={data.quiet}
      />
    </>
  );
}
