// GET /generate/suggestions/{batch_id}: Google's search suggestions in a sandboxed frame.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerSuggestions } from "~/screens/generate/suggestions.server";

export const loader = ({ request, params }: LoaderFunctionArgs) => answerSuggestions(request, params["batch_id"] ?? "");
