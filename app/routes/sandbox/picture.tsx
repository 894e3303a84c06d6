// GET /sandbox/pictures/{media_id}: an image of a sandbox post.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerPicture } from "~/screens/sandbox/picture.server";

export const loader = ({ params }: LoaderFunctionArgs) => answerPicture(params["media_id"] ?? "");
