// GET /readyz: 200 while Linnet can write and publish, else 503; the operator sees why.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { jsonResponse } from "~/http/door/envelope.server";
import { isKeeper, readDetails, readReadiness } from "~/http/door/readiness.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const readiness = await readReadiness(app);
  const isReady = readiness.writable && readiness.publishing;
  const details = (await isKeeper(app, request)) ? readDetails(app, readiness) : {};
  return jsonResponse(
    { ["ready"]: isReady, ...details },
    isReady ? 200 : 503,
    new Headers({ "Cache-Control": "no-store" }),
  );
}
