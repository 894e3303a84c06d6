// Sends a composer's form, and says so where it can't reach the server.
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { tellSaved } from "~/screens/browser/drafts/saved-forms";
import { isNetworkError } from "~/screens/browser/network-error";
import { type ComposerAnswer, unread } from "./composer-answer";

const unreachable = "Couldn’t reach Linnet. Your text is kept. Click the button again: it won’t be saved twice.";

export async function clientComposerAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const form = await request.clone().formData();
  try {
    const answer = await serverAction<ComposerAnswer>();
    // Made without the owner's tweet and accounts. The page keeps its own.
    return answer.isSignedOut || answer.isOthers ? { ...answer, view: null } : answer;
  } catch (error) {
    if (isNetworkError(error)) {
      const answer: ComposerAnswer = { ...unread, error: unreachable };
      return Response.json(answer, { status: 503 });
    }
    // A redirect: the server has saved it.
    if (error instanceof Response && error.headers.has("Location")) tellSaved(form);
    throw error;
  }
}
