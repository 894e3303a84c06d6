// GET /healthz: 200 while the database responds and the job loop ticked in the last 30 s.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type App, getApp } from "~/app.server";
import { release } from "~/ground/release.server";
import { jsonResponse } from "~/http/door/envelope.server";
import { isLoopAlive, isOperatorsBrowser } from "~/http/door/readiness.server";
import { isAnswering } from "~db/database.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const alive = isLoopAlive(app);
  const answers = await isAnswering(app.db);
  const healthy = alive && answers;
  return jsonResponse(
    {
      healthy,
      loop: alive,
      database: answers,
      publisher: app.node.mayClaim(),
      ...(answers ? await aboutNodes(app) : {}),
      ...((await isOperatorsBrowser(app, request)) ? release : {}),
    },
    healthy ? 200 : 503,
    new Headers({ "Cache-Control": "no-store" }),
  );
}

async function aboutNodes({ node }: App): Promise<object> {
  const nodes = await node.list().catch(() => []);
  if (nodes.length === 0) return {};
  const oldest = Math.max(0, ...nodes.map(({ silentMs }) => silentMs));
  return { obstacle: node.obstacle(), nodes: nodes.length, oldest_beat_ms: oldest };
}
