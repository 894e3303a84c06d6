// API handlers for images.
import type { App } from "~/app.server";
import { contentTypes, type Picture } from "~/features/media/media";
import { addPicture, readPicture, removePicture } from "~/features/media/media.server";
import { jsonResponse } from "~/http/door/envelope.server";
import { serve } from "~/http/api/api.server";
import * as contract from "~/http/contract/media.server";
import { pictureUrl } from "~/features/publishing/to-api.server";

export const media = [
  serve(contract.upload, async ({ app, user, file, headers }) => {
    const { picture, isNew } = await addPicture(app, { userId: user.id, bytes: file });
    const told = tell(app, picture);
    return isNew ? told : jsonResponse({ success: true, ...told }, 200, headers);
  }),
  serve(contract.read, async ({ app, user, params, query }) => {
    const which = query.size ?? "picture";
    const { picture, bytes } = await readPicture(app, { userId: user.id, id: params["media_id"] ?? "", which });
    return new Response(new Uint8Array(bytes), {
      headers: {
        "Content-Type": which === "preview" ? contentTypes.jpeg : contentTypes[picture.type],
        "X-Content-Type-Options": "nosniff",
        // Blocks scripts when the image is opened directly.
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  }),
  serve(contract.remove, async ({ app, user, params }) => {
    await removePicture(app, { userId: user.id, id: params["media_id"] ?? "" });
    return {};
  }),
];

const tell = (app: App, { id, width, height, bytes, type }: Picture) => ({
  media_id: id,
  width,
  height,
  bytes,
  content_type: contentTypes[type],
  url: pictureUrl(app, id),
});
