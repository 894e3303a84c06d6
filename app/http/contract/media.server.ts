// Contract for images: upload one, then use its id in tweets and threads.
import { z } from "zod";
import { contentTypes, maxMegapixels, maxUploadBytes } from "~/features/media/media";
import { uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { picture } from "./examples.server";

export const upload = endpoint({
  method: "POST",
  path: "/api/media",
  access: "user",
  scope: "write",
  summary: "Upload an image. Returns 200 if you've already uploaded it",
  description: `Accepts JPEG up to ${maxMegapixels.jpeg} megapixels, and PNG and WebP up to ${maxMegapixels.png}. Removes camera metadata. An image that no tweet uses is deleted after a day. Up to four per tweet. No tweet is posted without its images and alt text.`,
  unknown: "refused",
  upload: { types: ["image/jpeg", "image/png", "image/webp", "application/octet-stream"], max: maxUploadBytes },
  status: 201,
  sameStatus: 200,
  answer: success({
    media_id: uuidSchema,
    width: z.int().min(1),
    height: z.int().min(1),
    bytes: z.int().min(1),
    content_type: z.enum(["image/jpeg", "image/png"]),
    url: z.string().meta({ description: "Where to get the image, with the same credentials" }),
  }),
  refusals: ["limit_reached", "busy", "timeout", "not_configured", "shutting_down", "no_storage"],
  example: { answer: { success: true, ...picture } },
});

export const read = endpoint({
  method: "GET",
  path: "/api/media/{media_id}",
  access: "user",
  scope: "read",
  summary: "Get the image that is sent to X, or its preview",
  // The image of an id never changes, but access is checked each time.
  cache: "private, no-cache",
  description: "Returns the image to its owner only.",
  unknown: "refused",
  query: z.object({
    size: z
      .enum(["picture", "preview"], "size must be picture or preview")
      .optional()
      .meta({ description: "`preview`: a JPEG of up to 320 pixels per side" }),
  }),
  status: 200,
  answer: null,
  file: Object.values(contentTypes),
  refusals: [],
  example: { query: { size: "preview" }, answer: null },
});

export const remove = endpoint({
  method: "DELETE",
  path: "/api/media/{media_id}",
  access: "user",
  scope: "write",
  summary: "Delete an image that no unposted tweet uses. Posts on X keep their images",
  description: "Refuses an image that an unposted tweet uses: remove it from the tweet first.",
  unknown: "refused",
  status: 200,
  answer: success({}),
  refusals: ["in_use"],
  example: { answer: { success: true } },
});
