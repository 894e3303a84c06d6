// Serves a picture of a sandbox post.
import { getApp } from "~/app.server";
import { requireSandbox } from "./require-sandbox.server";

/** Public, like pictures on X. Throws 404 if the server uses another network. */
export async function answerPicture(mediaId: string): Promise<Response> {
  const picture = await requireSandbox(getApp()).findPicture(mediaId);
  if (!picture) return new Response("Nothing found", { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      "Content-Type": picture.contentType,
      // Uploaded content: opened on its own, it must not run as a page.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      // Short, because a deleted post deletes its pictures.
      "Cache-Control": "private, max-age=300",
    },
  });
}
