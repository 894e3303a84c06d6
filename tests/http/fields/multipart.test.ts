// Multipart forms at their limits: nothing is cut short in silence, and what came before a limit is kept.
import { expect, it } from "vitest";
import { readMultipart } from "~/http/api/multipart.server";

const url = "http://localhost:3000/write";
const bounds = { maxFiles: 2, maxFileBytes: 1_000, maxFieldBytes: 100, maxText: 250 };

const requestOf = (values: Record<string, string>): Request => {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.append(name, value);
  return new Request(url, { method: "POST", body });
};

it("refuses a value that is too long, and keeps the others and none of its beginning", async () => {
  const fields = new Map<string, string>();
  const long = requestOf({ part_1: "One", part_2: "x".repeat(101), part_3: "Three" });
  const refused = { code: "too_large", message: "This form has too much text." };
  await expect(readMultipart(long, bounds, null, fields)).rejects.toMatchObject(refused);
  expect(Object.fromEntries(fields)).toEqual({ part_1: "One", part_3: "Three" });
  const short = await readMultipart(requestOf({ part_1: "x".repeat(99) }), bounds, null);
  expect(short.get("part_1")).toHaveLength(99);
});

it("refuses values that are too long together, though each is short", async () => {
  const values = { part_1: "x".repeat(90), part_2: "y".repeat(90), part_3: "z".repeat(70) };
  await expect(readMultipart(requestOf(values), bounds, null)).resolves.toHaveProperty("size", 3);
  const more = requestOf({ ...values, part_3: "z".repeat(71) });
  await expect(readMultipart(more, bounds, null)).rejects.toMatchObject({ code: "too_large" });
});

/** A field and a file of so many megabytes, a megabyte at a time. */
function sentInPieces(megabytes: number): { request: Request; isRead(): boolean } {
  const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
  const start = `${head("part_1")}\r\n\r\nOne\r\n${head("images_1")}; filename="a.jpg"\r\n\r\n`;
  let left = megabytes;
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from(start)),
    pull(stream) {
      if (left > 0) stream.enqueue(Buffer.alloc(1024 * 1024));
      else {
        stream.enqueue(Buffer.from("\r\n--x--\r\n"));
        stream.close();
      }
      left -= 1;
    },
  });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const request = new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  return { request, isRead: () => left < 0 };
}

it("refuses a form whose images are too large together, reads it to its end, and keeps its text", async () => {
  const taken: [string, number | null][] = [];
  const take = (name: string, bytes: Buffer | null) => Promise.resolve(void taken.push([name, bytes && bytes.length]));
  const fields = new Map<string, string>();
  const { request, isRead } = sentInPieces(43);
  const message = "Together, the images are too large. The limit is 40 MB.";
  await expect(readMultipart(request, bounds, take, fields)).rejects.toMatchObject({ code: "too_large", message });
  expect([Object.fromEntries(fields), taken, isRead()]).toEqual([{ part_1: "One" }, [], true]);
  await readMultipart(sentInPieces(41).request, bounds, take);
  expect(taken).toEqual([["images_1", null]]);
});
