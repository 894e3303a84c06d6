// A picture of a post in the sandbox, for that post's page.
import { getApp } from "~/app.server";
import { requireSandbox } from "./require-sandbox.server";

/** Whoever may see the post may see it: as X's posts, they are for everybody. Throws 404 where another network serves. */
export async function answerPicture(mediaId: string): Promise<Response> {
  const picture = await requireSandbox(getApp()).findPicture(mediaId);
  if (!picture) return new Response("There is nothing here", { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      "Content-Type": picture.contentType,
      // It comes as it was sent: opened by itself it is a picture and nothing else.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      // A post that is deleted takes its pictures along.
      "Cache-Control": "private, max-age=300",
    },
  });
}
