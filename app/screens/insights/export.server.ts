// Serves an account's figures as CSV to its signed-in owner.
import { redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { resultsCsv } from "~/features/results/results.server";
import { isAppError } from "~/ground/errors";
import { findSignedIn } from "~/http/session/session.server";

export async function answerInsightsCsv(request: Request): Promise<Response> {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return redirect("/generate?panel=login", 303);
  const account = new URL(request.url).searchParams.get("account") ?? "";
  try {
    const { name, type, text } = await resultsCsv(app, { userId: signedIn.user.id, account });
    return new Response(text, {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== "not_found") throw error;
    return new Response(error.message, { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
}
