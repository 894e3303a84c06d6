// The first twelve bytes decide what a file is, and nothing that its sender says.
import { expect, it } from "vitest";
import { typeOf } from "~/features/media/media";
import { disguised, formats, makePicture } from "./hostile";

it.each(formats)("a %s is known by its first twelve bytes alone", async (format) => {
  const bytes = await makePicture({ format });
  expect(typeOf(bytes)).toBe(format);
  expect(typeOf(bytes.subarray(0, 12))).toBe(format);
  expect(typeOf(Buffer.concat([Buffer.from("\n"), bytes]))).toBeNull();
});

it.each([
  ["nothing at all", null],
  ["eleven bytes of a PNG", "png"],
  ["zeros alone", null],
  ["SVG", null],
  ["SVG behind a declaration", null],
  ["PDF", null],
  ["HTML", null],
  ["a TIFF's head", null],
  ["GIF", "gif"],
  ["ZIP", null],
  ["a WAV", null],
])("%s is %s", (name, type) => {
  expect(typeOf(disguised[name] ?? Buffer.alloc(0))).toBe(type);
});
