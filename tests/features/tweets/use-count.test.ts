// The count while somebody types: what only the server can weigh is asked for, once it is quiet, and the answer kept.
import { expect, test as base } from "vitest";
import type { Count, Weighed } from "~/features/tweets/count";
import { useCount } from "~/features/tweets/use-count";
import { type Page, withPage } from "~tests/screens/support/hooked";

const test = base.extend<{ page: Page }>({ page: ({ task: _ }, give) => withPage(give) });

let count: Count;
function Counting({ text, told }: { text: string; told?: [string, Weighed][] }) {
  count = useCount(text, told);
  return null;
}

/** What each fetch sent. */
function answerWith(page: Page, answer: (texts: string[]) => Response | Promise<Response>): RequestInit[] {
  const sent: RequestInit[] = [];
  page.answer = (_, how) => {
    sent.push(how);
    return answer((JSON.parse(String(how.body)) as { texts: string[] }).texts);
  };
  return sent;
}
const weighed = (texts: string[]) =>
  Response.json({
    data: texts.map((text) => ({ weighted_length: text.length + 100, has_link: text.includes("com") })),
  });

test("plain words are counted here, and nobody is asked", async ({ page }) => {
  await page.show(Counting, { text: "a wren on the wire" });
  await page.pass(10_000);
  expect([count, page.fetched]).toEqual([{ weight: 18, hasLink: false, unsure: [] }, []]);
});

test("the server is asked a quarter of a second after the last key, and its answer counts", async ({ page }) => {
  const sent = answerWith(page, weighed);
  await page.show(Counting, { text: "x.co" });
  await page.pass(249);
  await page.show(Counting, { text: "x.com y.org" });
  await page.pass(249);
  expect([page.fetched, count]).toEqual([[], { weight: 11, hasLink: false, unsure: ["x.com", " y.org"] }]);
  await page.pass(1);
  expect(page.fetched).toEqual(["POST /api/tweets/weigh"]);
  expect([sent[0]?.headers, sent[0]?.body]).toEqual([
    { "Content-Type": "application/json" },
    '{"texts":["x.com"," y.org"]}',
  ]);
  expect(count).toEqual({ weight: 211, hasLink: true, unsure: [] });
});

test("what the server has said is kept, whatever is typed beside it and taken back", async ({ page }) => {
  answerWith(page, weighed);
  for (const text of ["x.com", "x.com y.org", "y.org", "x.com"]) {
    await page.show(Counting, { text });
    await page.pass(250);
  }
  expect([page.fetched.length, count.weight]).toEqual([3, 105]);
  await page.show(Counting, { text: "x.com y.org" });
  expect([count.weight, count.unsure]).toEqual([211, []]);
});

test("what the page was told with the text is not asked for", async ({ page }) => {
  await page.show(Counting, { text: "x.com", told: [["x.com", { weight: 23, hasLink: true }]] });
  await page.pass(1_000);
  expect([count, page.fetched]).toEqual([{ weight: 23, hasLink: true, unsure: [] }, []]);
});

test("an answer that is no answer leaves the guess, and says so", async ({ page }) => {
  const answers = [
    () => new Response("{}", { status: 401 }),
    () => Promise.reject(new TypeError("offline")),
    () => Response.json({ data: [] }),
  ];
  for (const [n, answer] of answers.entries()) {
    answerWith(page, answer);
    await page.show(Counting, { text: `x${n}.com` });
    await page.pass(250);
    expect([page.fetched.length, count]).toEqual([n + 1, { weight: 6, hasLink: false, unsure: [`x${n}.com`] }]);
  }
});

test("a refusal is no answer, whatever it carries", async ({ page }) => {
  answerWith(page, (texts) => new Response(weighed(texts).body, { status: 429 }));
  await page.show(Counting, { text: "x.com" });
  await page.pass(250);
  expect(count.unsure).toEqual(["x.com"]);
});

test("the server is asked for at most 200 pieces at once, and then for the others", async ({ page }) => {
  const asked: number[] = [];
  answerWith(page, (texts) => {
    asked.push(texts.length);
    return weighed(texts);
  });
  await page.show(Counting, { text: Array.from({ length: 201 }, (_, n) => `a${n}.co`).join(" ") });
  await page.pass(250);
  await page.pass(250);
  expect([asked, count.unsure]).toEqual([[200, 1], []]);
});

test("what is typed on, or left, takes the question back", async ({ page }) => {
  const sent = answerWith(page, () => new Promise<Response>(() => {}));
  await page.show(Counting, { text: "x.com" });
  await page.pass(250);
  expect(sent[0]?.signal?.aborted).toBe(false);
  await page.show(Counting, { text: "x.com y.org" });
  expect(sent[0]?.signal?.aborted).toBe(true);
  await page.leave();
  await page.pass(1_000);
  expect(page.fetched.length).toBe(1);
});
