// The 404 page, inside the app's normal layout.
import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Screen } from "~/screens/frame/screen";
import { ButtonLink } from "~/ui/form/button";
import { Empty } from "~/ui/page/empty";
import { PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Not found · Linnet" }];

/** Accepts no forms, since it would redirect back to an arbitrary URL. Panels open on another page. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has("panel")) throw redirect(`/generate${search}`, 303);
  return data(null, { status: 404, statusText: "Not Found" });
}

export default function NotFound() {
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Not found" }]} narrow>
      <PageHead title="Not found" />
      <Empty title="Page not found" action={<ButtonLink to="/generate">Go to Generate</ButtonLink>}>
        Check the address. The page may have moved or been deleted.
      </Empty>
    </Screen>
  );
}
