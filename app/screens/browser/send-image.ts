// Uploads one image from the browser through the API.
import { maxUploadBytes, mediaMessages } from "~/features/media/media";

/** Its message is a sentence for the user. */
export class UploadRefusal extends Error {}

/** Returns the id of the image. Throws UploadRefusal, and TypeError if the server can’t be reached. */
export async function sendImage(file: File): Promise<string> {
  if (file.type === "image/gif") throw new UploadRefusal(mediaMessages.gif);
  if (!/^image\/(jpeg|png|webp)$/.test(file.type)) throw new UploadRefusal(mediaMessages.type);
  if (file.size > maxUploadBytes) throw new UploadRefusal(mediaMessages.tooLarge);
  const response = await fetch("/api/media", { method: "POST", headers: { "Content-Type": file.type }, body: file });
  const answer = (await response.json()) as { media_id?: string; error?: string };
  if (!response.ok || !answer.media_id)
    throw new UploadRefusal(response.status === 408 ? mediaMessages.slowLine : (answer.error ?? mediaMessages.crashed));
  return answer.media_id;
}
