// GET /admin: people, invitations and the audit log, for the operator only.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { EverybodysCard } from "~/features/audit/everybodys-card";
import { Pages } from "~/features/people/pages";
import { PeopleCard } from "~/features/people/people-card";
import { OneTimeLinkModal, QuestionModal } from "~/features/people/people-modals";
import { adminActions } from "~/screens/admin/actions.server";
import { loadAdmin, requireOperatorsPage } from "~/screens/admin/load.server";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { ButtonLink } from "~/ui/form/button";
import { PageHead } from "~/ui/page/page";
import styles from "~/styles/page/admin.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Admin · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadAdmin(args);

export const action = async (args: ActionFunctionArgs) => {
  await requireOperatorsPage(args);
  return runIntent(args, { ...frameActions, ...adminActions });
};

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function Admin() {
  const view = useLoaderData<typeof loader>();
  const result = useResult();
  const { hrefWith } = useHrefWith();
  const { pages, question, oneTimeLink } = view;
  const closeTo = hrefWith({ step: null, who: null });
  const failed = failedIn(result, "people");
  const isBeside = Object.keys(failed?.faults ?? {}).length > 0;
  const modal = question ? (
    <QuestionModal
      {...question}
      email={view.email}
      closeTo={closeTo}
      error={isBeside ? null : failed?.error}
      faults={failed?.faults}
      values={failed?.values}
    />
  ) : (
    oneTimeLink && <OneTimeLinkModal {...oneTimeLink} closeTo={closeTo} />
  );
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Admin" }]} result={result} modal={modal}>
      <PageHead title="Admin" help="Only admins can see this page. It never shows other people’s tweets or tokens.">
        <span className="hint">{`Linnet ${view.release}`}</span>
        {view.backups && <span className="hint">{view.backups}</span>}
        {view.aiCost && <span className="hint">{view.aiCost}</span>}
        <ButtonLink icon="gauge" to="/doctor">
          Setup check
        </ButtonLink>
      </PageHead>
      <PeopleCard
        people={view.people}
        invited={view.invited}
        hint={view.hint}
        hrefOf={(operation, userId) => hrefWith({ step: operation, who: userId ?? null })}
        pages={{
          newer: pages.newerPeople && hrefWith({ page: pages.newerPeople }),
          older: pages.olderPeople && hrefWith({ page: pages.olderPeople }),
        }}
      />
      <EverybodysCard
        rows={view.happened}
        kinds={view.kinds}
        kind={view.kind}
        pages={
          <Pages
            label="Audit log pages"
            newer={pages.latest ? hrefWith({ before: null }) : null}
            older={pages.older && hrefWith({ before: pages.older })}
          />
        }
      />
    </Screen>
  );
}
