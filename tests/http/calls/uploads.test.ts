// Pictures that are sent at once: one of a person and two in all, people in turn, and sixty requests an hour.
import { afterEach, beforeEach, expect, it } from "vitest";
import { uploadBounds } from "~/http/api/upload.server";
import { type Cast, createCast } from "~tests/support/calls/api-cast";
import { origin } from "~tests/support/calls/client";
import { makePerson } from "~tests/support/people/make";
import { issueKey } from "~/features/users/users.server";
import { makePicture } from "~tests/features/media/hostile";

let cast: Cast;
let bytes: Buffer;
const { maxWait } = uploadBounds;
beforeEach(async () => {
  cast = await createCast();
  bytes = await makePicture({ width: 40, height: 30, format: "png" });
});
afterEach(async () => {
  uploadBounds.maxWait = maxWait;
  await cast?.close();
});

const keyOf = async (name: string) => issueKey(cast.app, (await makePerson(cast.app, name)).user.id, null);

const send = (key: string, body: BodyInit) =>
  cast.route(
    new Request(`${origin}/api/media`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "image/png" },
      body,
      duplex: "half",
    } as RequestInit),
  );

/** An upload of which the first half has come; `end` sends the rest. */
function half(key: string) {
  let end: () => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      stream.enqueue(new Uint8Array(bytes.subarray(0, 50)));
      end = () => {
        stream.enqueue(new Uint8Array(bytes.subarray(50)));
        stream.close();
      };
    },
  });
  return { answer: send(key, body), end: () => end() };
}

const statusSoon = async (answer: Promise<Response>) => {
  const pause = new Promise<null>((done) => setTimeout(done, 60, null));
  return (await Promise.race([answer, pause]))?.status ?? null;
};

it("one person's half-sent pictures keep nobody else's from being taken, and their own wait for each other", async () => {
  const [alice, bob] = [await keyOf("ann"), await keyOf("ben")];
  const first = half(alice);
  const second = half(alice);
  expect((await send(bob, new Uint8Array(bytes))).ok).toBe(true);
  second.end();
  expect(await statusSoon(second.answer)).toBeNull();
  first.end();
  expect([(await first.answer).ok, (await second.answer).ok]).toEqual([true, true]);
});

it("two people's keep a third's waiting, who has the next place, before another of theirs", async () => {
  const [ann, ben, cid] = [await keyOf("ann"), await keyOf("ben"), await keyOf("cid")];
  const [first, other] = [half(ann), half(ben)];
  await statusSoon(first.answer);
  const again = half(ann);
  const third = send(cid, new Uint8Array(bytes));
  expect(await statusSoon(third)).toBeNull();
  other.end();
  expect((await third).ok).toBe(true);
  for (const one of [first, again]) one.end();
  expect([(await first.answer).ok, (await again.answer).ok]).toEqual([true, true]);
});

it("who waited too long is asked to come again", async () => {
  uploadBounds.maxWait = 30;
  const [ann, ben, cid] = [await keyOf("ann"), await keyOf("ben"), await keyOf("cid")];
  const held = [half(ann), half(ben)];
  await statusSoon(Promise.resolve(new Response()));
  const answer = await send(cid, new Uint8Array(bytes));
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await answer.json()).toMatchObject({ code: "busy" });
  for (const one of held) one.end();
  await Promise.all(held.map((one) => one.answer));
});

it("a person sends sixty within an hour, and others go on", async () => {
  const [ann, ben] = [await keyOf("ann"), await keyOf("ben")];
  cast.app.config.rateLimits = true;
  for (let n = 0; n < 60; n += 1) expect((await send(ann, new Uint8Array(bytes))).ok).toBe(true);
  const answer = await send(ann, new Uint8Array(bytes));
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({ code: "rate_limited" });
  expect((await send(ben, new Uint8Array(bytes))).ok).toBe(true);
});
