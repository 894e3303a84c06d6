// GET /worked/export?account=ID: downloads the results of an account's posts.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerInsightsCsv } from "~/screens/insights/export.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerInsightsCsv(request);
