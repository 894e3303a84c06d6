// POST /images: uploads a tweet's images by form. GET redirects to the timeline.
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { answerImages } from "~/screens/images/answer.server";

export const loader = () => redirect("/timeline", 303);

export const action = ({ request }: ActionFunctionArgs) => answerImages(request);
