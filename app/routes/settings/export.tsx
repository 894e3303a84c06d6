// GET /settings/export?format=json|csv: the signed-in person's own data as a file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerExport } from "~/screens/settings/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerExport(request);
