// Takes the composer's own form, and those of the panels over its page.
import type { ActionFunctionArgs } from "@remix-run/node";
import { frameActions } from "~/screens/frame/actions.server";
import { runIntent } from "~/screens/forms/run-intent.server";
import { answerComposer } from "./answer.server";

export const composerAction = (args: ActionFunctionArgs) =>
  args.request.headers.get("content-type")?.toLowerCase().startsWith("multipart/")
    ? answerComposer(args)
    : runIntent(args, frameActions);
