// POST /session/passkey: returns passkey options for sign-in, 2FA or Settings.
import type { ActionFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { isAppError } from "~/ground/errors";
import { boundedRequest, readForm } from "~/http/api/body.server";
import { toldFaults } from "~/http/api/fields.server";
import { refused } from "~/http/door/envelope.server";
import { passkeyOptions } from "~/http/session/passkey.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";

export async function action({ request }: ActionFunctionArgs) {
  const app = getApp();
  const headers = new Headers({ "Cache-Control": "no-store" });
  try {
    requireSameOrigin(app, request);
    const form = await readForm(await boundedRequest(request));
    const { options, setCookie } = await passkeyOptions(app, request, form.get("for"));
    if (setCookie !== null) headers.append("Set-Cookie", setCookie);
    return Response.json({ success: true, options, origin: app.config.appOrigin }, { headers });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, status, retryAfterSeconds } = error;
    if (retryAfterSeconds !== null) headers.set("Retry-After", String(retryAfterSeconds));
    return Response.json(refused(code, message, code === "invalid" ? toldFaults(error) : null), { status, headers });
  }
}
