// Input view of /generate: the topic field, recent topics and the wire.
import { chooseAccount } from "~/features/accounts/account";
import { Composer, generateIntent } from "~/features/generation/composer";
import { Example } from "~/features/generation/example";
import { ConnectNotice, LoginNotice } from "~/features/generation/notices";
import { RecentBatches } from "~/features/generation/recent-batches";
import { Wire } from "~/features/generation/wire";
import { connectHref } from "~/features/users/account-words";
import { ButtonLink } from "~/ui/form/button";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page/page";
import { KeptFields } from "~/screens/browser/drafts/kept-fields";
import type { ActionResult } from "~/screens/forms/form-action.server";
import type { InputData } from "./to-view.server";
import { generateTitle } from "./title";
import { useScreen } from "~/screens/frame/screen";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn } from "~/screens/forms/use-result";

export default function Input({ data, result }: { data: InputData; result: ActionResult | undefined }) {
  const { user, accounts, accountsFault } = useScreen();
  const { hrefWith } = useHrefWith();
  const account = chooseAccount(accounts);
  const failed = failedIn(result, "topic");
  const viewer = {
    signedIn: user !== null,
    accounts: accounts.length,
    hasDefault: accounts.some((candidate) => candidate.isDefault),
  };
  const topicsHref = (topics: string | null) => topics && `${hrefWith({ topics })}#topics`;
  return (
    <>
      <PageHead
        title={generateTitle}
        help="Enter a topic. Linnet drafts a batch of tweets. Post them now, or let Linnet pick a random time."
      >
        <ButtonLink variant="ghost" size="small" icon="flask-conical" to="/generate?test=1">
          Test mode
        </ButtonLink>
      </PageHead>
      {!user && <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />}
      {user && accounts.length === 0 && accountsFault === null && <ConnectNotice connectHref={connectHref} />}
      <KeptFields
        key={`kept ${data.topic}`}
        what="topic"
        intent={generateIntent}
        fields="[name=topic]"
        isFilled={data.topic !== ""}
      />
      <Composer
        key={`${data.topic} ${data.parts}`}
        viewer={viewer}
        account={account && { name: account.displayName, username: account.username, state: account.state }}
        accountsHref={hrefWith({ panel: "sidebar" })}
        hasVoice={data.hasVoice}
        searchRefusal={data.searchRefusal}
        values={failed?.values ?? { topic: data.topic, parts: data.parts }}
        error={failed?.error}
      />
      {data.writerHint && (
        <p className="hint">
          {data.writerHint}
          {data.showsKeyHelp && (
            <>
              {" "}
              <Link className="link" to="/go-live">
                How to add a key
              </Link>
            </>
          )}
        </p>
      )}
      {data.example && (
        <Example
          topic={data.example}
          askHref={accounts.length > 0 ? hrefWith({ topic: data.example }) : null}
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
          data.zoneUnknown
            ? user
              ? { name: "UTC", chooseHref: hrefWith({ panel: "settings" }) }
              : { name: "UTC" }
            : null
        }
        window={data.window}
        quiet={data.quiet}
      />
    </>
  );
}
