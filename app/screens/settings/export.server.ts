// The download of one's own data: for the browser that is signed in, and nobody else.
import { redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { formats, exportData } from "~/features/data-export/data-export.server";
import { addressOf } from "~/http/session/client-address.server";
import { findSignedIn } from "~/http/session/session.server";

/** A guest is sent to sign in; a format that isn't known is JSON, which has everything. */
export async function answerExport(request: Request): Promise<Response> {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return redirect("/generate?panel=login", 303);
  const raw = new URL(request.url).searchParams.get("format");
  const format = formats.find((one) => one === raw) ?? "json";
  const { name, type, text } = await exportData(app, signedIn.user.id, format, { address: addressOf(request) });
  return new Response(text, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
