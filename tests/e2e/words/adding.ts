// A draft, and a picture to add to it.
import { type Visitor } from "../../support/people/browser";
import { makePicture } from "../../features/media/hostile";

export async function make(visitor: Visitor, path: string, json: unknown): Promise<string> {
  const { body } = await visitor.call<{ data: { id: number } }>("POST", path, json);
  return String(body.data.id);
}

export const file = async (name: string, wish: Parameters<typeof makePicture>[0] = {}) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await makePicture({ width: 120, height: 80, ...wish }),
});
