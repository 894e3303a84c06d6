// GET /worked/export?account=ID: what was read of one account's posts, as a file.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWorkedCsv } from "~/screens/worked/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerWorkedCsv(request);
