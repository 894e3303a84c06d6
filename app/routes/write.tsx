// GET and POST /write: composes a tweet or thread.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { LoginNotice } from "~/features/generation/notices";
import type { ComposerAnswer } from "~/screens/composer/composer-answer";
import { clientComposerAction } from "~/screens/composer/client-action";
import { Composer } from "~/screens/composer/composer";
import { loadComposer } from "~/screens/composer/load.server";
import { composerAction } from "~/screens/composer/route-action.server";
import { clientFormAction } from "~/screens/forms/client-action";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { Screen } from "~/screens/frame/screen";
import { Notice } from "~/ui/messages/notice";
import { PageHead } from "~/ui/page/page";
import styles from "~/styles/page/write.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Write a tweet · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadComposer(args);

export const action = (args: ActionFunctionArgs) => composerAction(args);

/** The panels over the page send their own forms here. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  args.request.headers.get("Content-Type")?.startsWith("multipart/")
    ? clientComposerAction(args)
    : clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Write a tweet" }];

export default function Write() {
  const { signedIn, view: loaded, refusal } = useLoaderData<typeof loader>();
  const answered = useActionData<ComposerAnswer | ActionResult>();
  const answer = answered && "isSignedOut" in answered ? answered : undefined;
  const result = answered && "intent" in answered ? answered : undefined;
  const { hrefWith } = useHrefWith();
  const query = new URLSearchParams(useLocation().search);
  const tweet = query.get("tweet");
  return (
    <Screen crumbs={crumbs} narrow result={result}>
      <PageHead title={tweet === null ? "Write a tweet" : "Edit tweet"} />
      {!signedIn && !answer && (
        <LoginNotice signInHref={hrefWith({ panel: "login" })} createHref={hrefWith({ panel: "register" })} />
      )}
      {refusal !== null && <Notice tone="info" title={refusal} />}
      <Composer
        key={tweet ?? "new"}
        loaded={loaded}
        answer={answer}
        isFilled={query.has("words")}
        placed={{ account: query.has("account"), time: query.has("slot") }}
        signInHref={hrefWith({ panel: "login" })}
      />
    </Screen>
  );
}
