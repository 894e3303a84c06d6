// Loads a sandbox post, if the URL has its handle.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { readViewer } from "~/screens/frame/viewer.server";
import { requireSandbox } from "../require-sandbox.server";
import { type PostData, toView } from "./to-view.server";

export async function loadPost({ params, ...args }: LoaderFunctionArgs): Promise<PostData> {
  const { app, viewer } = await readViewer(args);
  const post = await requireSandbox(app).findPost(params["post_id"] ?? "");
  const handle = (params["handle"] ?? "").toLowerCase();
  if (!post || post.handle.toLowerCase() !== handle) throw new Response("Not Found", { status: 404 });
  return toView({ ...viewer, post });
}
