// Actions of the sandbox's consent page: consent with a handle, or decline.
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { isAppError } from "~/ground/errors";
import { boundedRequest, readForm } from "~/http/api/body.server";
import { localPath } from "~/http/session/connect.server";
import { requireSameOrigin } from "~/http/session/same-origin.server";
import { requireSandbox } from "../require-sandbox.server";

export async function authorizeAction({ request }: ActionFunctionArgs) {
  const app = getApp();
  const sandbox = requireSandbox(app);
  let handle = "";
  try {
    requireSameOrigin(app, request);
    const form = await readForm(await boundedRequest(request), (data) => (handle = String(data.get("handle") ?? "")));
    const token = String(form.get("oauth_token") ?? "");
    const back = form.get("deny") === null ? await sandbox.grant(token, handle) : await sandbox.deny(token);
    return redirect(localPath(app, back), 303);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return data({ error: error.message, handle }, { status: error.status });
  }
}
