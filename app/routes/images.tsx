// POST /images: the pictures of a tweet, by form. Whoever opens the address finds the timeline.
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { answerImages } from "~/screens/images/answer.server";

export const loader = () => redirect("/timeline", 303);

export const action = ({ request }: ActionFunctionArgs) => answerImages(request);
