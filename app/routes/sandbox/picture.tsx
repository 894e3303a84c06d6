// GET /sandbox/pictures/{media_id}: a picture of a post in the sandbox.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerPicture } from "~/screens/sandbox/picture.server";

export const loader = ({ params }: LoaderFunctionArgs) => answerPicture(params["media_id"] ?? "");
