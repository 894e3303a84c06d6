// GET /product-analyse: says that the analysis is not built yet.
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Screen } from "~/screens/screen";
import { screenAction } from "~/screens/screen-action.server";
import { useResult } from "~/screens/use-result";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { PageHead } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Analyse · Linnet" }];

export const action = (args: ActionFunctionArgs) => screenAction(args);

export default function ProductAnalyse() {
  const crumbs = [{ label: "Dashboards" }, { label: "Analysis Tool" }];
  return (
    <Screen crumbs={crumbs} narrow result={useResult()}>
      <PageHead title="Analysis Tool" />
      <Empty
        title="Product analysis is coming soon"
        action={
          <ButtonLink icon="feather" to="/generate">
            Write tweets
          </ButtonLink>
        }
      >
        A product description will become a summary, tags, an honest score and a bot. This version does not do it yet.
      </Empty>
    </Screen>
  );
}
