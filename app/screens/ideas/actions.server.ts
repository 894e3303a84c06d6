// Actions of /ideas. A server file imported by two routes would add an empty script to both.
import type { ActionFunctionArgs } from "@remix-run/node";
import { timelineAction } from "~/screens/timeline/actions.server";

export const ideasAction = (args: ActionFunctionArgs) => timelineAction(args);
