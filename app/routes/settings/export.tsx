// GET /settings/export?format=json|csv: downloads the user's data.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerExport } from "~/screens/settings/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerExport(request);
