// Serves the signed-in user's data as a download.
import { Readable } from "node:stream";
import { createReadableStreamFromReadable, redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { formats } from "~/features/data-export/data-export.server";
import { downloadData } from "~/features/data-export/download.server";
import { errorTable, isAppError } from "~/ground/errors";
import { atClientSpeed } from "~/http/door/pace.server";
import { addressOf } from "~/http/session/client-address.server";
import { findSignedIn } from "~/http/session/session.server";

/** An unknown format becomes JSON, which has everything. */
export async function answerExport(request: Request): Promise<Response> {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  if (!signedIn) return redirect("/generate?panel=login", 303);
  const raw = new URL(request.url).searchParams.get("format");
  const format = formats.find((candidate) => candidate === raw) ?? "json";
  try {
    const wish = { userId: signedIn.user.id, format, address: addressOf(request) };
    const { name, type, pieces } = await downloadData(app, wish);
    const paced = Readable.from(atClientSpeed(request, pieces), { objectMode: false });
    return new Response(createReadableStreamFromReadable(paced), {
      headers: {
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return new Response(`${error.message}\n`, {
      status: errorTable[error.code].status,
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        ...(error.retryAfterSeconds === undefined ? {} : { "Retry-After": String(error.retryAfterSeconds) }),
      },
    });
  }
}
