// The forms of /ideas are those of a tweet. A file of its own: one that two routes import leaves an empty script on both.
import type { ActionFunctionArgs } from "@remix-run/node";
import { timelineAction } from "~/screens/timeline/actions.server";

export const ideasAction = (args: ActionFunctionArgs) => timelineAction(args);
