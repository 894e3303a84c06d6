// The topic that waits in the browser while one signs up and links: whole, sealed, bounded, and nobody else's words.
import { expect, it } from "vitest";
import { keepTopic, keptTopic } from "~/screens/generate/kept-topic.server";

const where = { https: false, encryptionKeys: ["a-key-of-this-test-that-is-long-enough"] };

const kept = (cookies: string[], config = where) => {
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  return keptTopic(new Request("http://localhost/generate", { headers: { cookie } }), config);
};
const back = (cookies: string[], config = where): string => kept(cookies, config).topic;
const keep = (topic: string, config = where, parts: number | null = null) => keepTopic({ topic, parts }, config);

/** Any of the 20,000 common characters, in no order that could be compressed. */
const chinese = Array.from({ length: 2_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7_919 + index * index * 31) % 20_000)),
).join("");

it("2,000 Chinese characters in no order come back whole, in cookies that a browser keeps", () => {
  const cookies = keep(chinese, where);
  expect(back(cookies)).toBe(chinese);
  for (const cookie of cookies) expect(cookie.length).toBeLessThan(4_096);
  expect(cookies.join("").length).toBeLessThan(8_000);
  expect(cookies.join("")).not.toContain(chinese.slice(0, 2));
});

it("the cookies live half an hour, out of reach of scripts, and over https only there", () => {
  const [cookie] = keep("keeping bees", where);
  expect(cookie).toMatch(/^linnet_topic_0=[^;]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(keep("keeping bees", { ...where, https: true })[0]).toMatch(/^__Host-linnet_topic_0=.*; Secure$/);
});

it("what could not be asked anyhow is cut, and what no cookie could hold is not kept", () => {
  expect(back(keep("a".repeat(9_000), where))).toBe("a".repeat(2_000));
  const wild = Array.from({ length: 2_000 }, (_, index) =>
    String.fromCodePoint(0x20000 + ((index * 104_729) % 60_000)),
  );
  const cookies = keep(wild.join(""), where);
  for (const cookie of cookies) expect(cookie.length).toBeLessThan(4_096);
  expect(["", wild.join("")]).toContain(back(cookies));
});

it("another server's words, words that were changed, and half of them are none", () => {
  const cookies = keep(chinese, where);
  expect(back(cookies, { ...where, encryptionKeys: ["another-key-that-is-long-enough"] })).toBe("");
  expect(back(cookies.slice(0, 1))).toBe("");
  expect(back(cookies.map((one) => one.replace("=", "=A")))).toBe("");
  expect(back(["linnet_topic_0=hello"])).toBe("");
  expect(back(keepTopic(null, where))).toBe("");
});

it("what the topic is to become comes back with it, whatever the topic holds", () => {
  for (const topic of ["bees", "4\nbees", "\n\n7", "12"])
    for (const parts of [null, 3, 10]) expect(kept(keep(topic, where, parts))).toEqual({ topic, parts });
  expect(kept([])).toEqual({ topic: "", parts: null });
});
