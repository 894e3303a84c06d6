// GET /worked/export?account=ID: downloads the results of an account's posts.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWorkedCsv } from "~/screens/worked/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerWorkedCsv(request);
