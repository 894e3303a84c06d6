// /sign-in/provider: redirects to the identity provider and back; shows a page only on failure.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Screen } from "~/screens/frame/screen";
import { loadProvider } from "~/screens/sign-in/provider.server";
import { ProviderRefused } from "~/features/single-sign-on/provider-refused";
import { PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Signing in · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadProvider(args);

export default function Provider() {
  const { label, error } = useLoaderData<typeof loader>();
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Signing in" }]} narrow result={undefined}>
      <PageHead title="Signing in" />
      <ProviderRefused label={label} error={error} />
    </Screen>
  );
}
