// The parts of the product's analysis in every state: what can be sent, and what of a result is shown where there is some.
import { expect, test } from "vitest";
import { ProductComposer } from "~/features/analysis/composer";
import { examples, sample } from "~/features/analysis/examples";
import { Description, Improvements, type ResultView, ScoreCard, Why } from "~/features/analysis/result";
import { ask, documentOf } from "~tests/support/document";
import { directedOf, momentsOf, offersOf, wordsOf } from "~tests/support/offers";
import { render, renderBusy } from "./render";

const pageOf = async (html: Promise<string>): Promise<HTMLElement> => documentOf(await html).body;
const question = (value: string, error: string | null = null) => (
  <ProductComposer value={value} error={error} missing="Say it" exampleHref={(name) => `/a?example=${name}`} />
);

test("the question sends the description alone, and begins from examples", async () => {
  const page = await pageOf(render(question("A tea shop")));
  const { sends, off, busy, links } = offersOf(page);
  expect(sends).toEqual({ analyse: { content: "A tea shop" } });
  expect([off, busy]).toEqual([[], []]);
  expect(links).toEqual(["saas", "shop", "app", "service"].map((name) => `/a?example=${name}`));
  const asked = ask(page.ownerDocument);
  const named = asked.getByRole("navigation").querySelectorAll("a");
  expect([...named].map((link) => link.textContent)).toEqual(examples.map(({ label }) => label));
  const field = asked.getAllByRole("textbox").find((one) => one.getAttribute("name") === "content");
  expect(field?.getAttribute("dir")).toBe("auto");
  expect(field?.getAttribute("autocomplete")).toBe("off");
  expect(offersOf(await pageOf(render(question("")))).sends).toEqual({ analyse: { content: "" } });
});

test("what it is about is chosen of three, and keywords are typed, outside of what is sent", async () => {
  const asked = ask(await render(question("")));
  const modes = asked.getAllByRole("radio") as HTMLInputElement[];
  expect(modes.map(({ checked }) => checked)).toEqual([true, false, false]);
  expect(new Set(modes.map(({ name }) => name)).size).toBe(1);
  const keywords = asked.getAllByRole("textbox").find((one) => one.id === "keywords");
  for (const field of [...modes, keywords]) expect(field?.closest("form")).toBe(null);
  expect(keywords?.hasAttribute("name")).toBe(false);
  for (const field of [asked.getByRole("radiogroup"), keywords])
    expect(wordsOf(field!.ownerDocument.getElementById(field!.getAttribute("aria-describedby") ?? "")!)).not.toBe("");
});

test("a refused description stands in its field, which says why", async () => {
  const asked = ask(await render(question("A tea shop", "The description is too long")));
  const field = asked.getByRole("textbox", { description: /The description is too long/ });
  expect([field.getAttribute("aria-invalid"), field.textContent]).toEqual(["true", "A tea shop"]);
  expect(ask(await render(question(""))).queryAllByText("The description is too long")).toEqual([]);
});

test("its button turns while it is on its way, and while nothing else is", async () => {
  const during = async (intent: string) => {
    const page = await pageOf(renderBusy(question("A tea shop"), { intent }));
    return [
      offersOf(page).busy,
      page.querySelector("form")?.getAttribute("aria-busy"),
      page.querySelector("button")!,
    ] as const;
  };
  const [[busy, form, button], [others, still, idle]] = [await during("analyse"), await during("generate")];
  expect([busy, form]).toEqual([["analyse"], "true"]);
  expect([others, still]).toEqual([[], "false"]);
  expect(wordsOf(button)).not.toBe(wordsOf(idle));
});

const done: ResultView = {
  own: sample.content,
  summary: sample.summary,
  tags: sample.tags,
  score: 8.5,
  word: "Strong, short of proof",
  criteria: sample.criteria,
  improvements: sample.improvements,
  contentType: "Product description",
  when: "19 Nov 2026, 14:11",
  whenIso: "2026-11-19T14:11:00Z",
  status: "completed",
};
const none = { summary: "", tags: [], score: null, criteria: [], improvements: [] };
const little = { score: 0, tags: ["Tea"], criteria: [{ ...sample.criteria[0]!, points: 0, words: [] }] };
const results: Record<string, ResultView> = {
  completed: done,
  "completed, of test mode": { ...done, isSample: true },
  "completed, with little to quote": { ...done, ...little },
  "full marks": { ...done, score: 10 },
  pending: { ...done, ...none, status: "pending" },
  failed: { ...done, ...none, status: "failed" },
};
const each = Object.entries(results);

test.each(each)("the description is told in the writer's words and in the person's own: %s", async (_, of) => {
  const page = await pageOf(render(<Description of={of} />));
  const own = page.querySelector("details")!;
  expect(own.hasAttribute("open")).toBe(false);
  expect(wordsOf(own)).toContain(of.own);
  expect(directedOf(page)).toEqual([expect.stringMatching(/./), of.own, ...of.tags]);
  if (of.summary !== "") expect(directedOf(page)[0]).toBe(of.summary);
  const tags = ask(page.ownerDocument).queryAllByRole("listitem");
  expect(tags.map((tag) => tag.textContent)).toEqual(of.tags);
});

test("a description that is still looked at is told apart from one of which nothing came, and a sample from one's own", async () => {
  const said = async (of: ResultView) => wordsOf(await pageOf(render(<Description of={of} />)));
  const { pending, failed } = results;
  expect(await said(pending!)).not.toBe(await said(failed!));
  const own = async (of: ResultView) =>
    wordsOf((await pageOf(render(<Description of={of} />))).querySelector("summary")!);
  expect(await own(done)).toMatch(/your/i);
  expect(await own({ ...done, isSample: true })).toMatch(/sample/i);
});

test.each(each)("each criterion has its weight, its points and the words that it quotes: %s", async (_, of) => {
  const page = await pageOf(render(<Why of={of} />));
  if (of.score === null) return expect(page.innerHTML).toBe("");
  const asked = ask(page.ownerDocument);
  expect(wordsOf(asked.getByRole("heading", { level: 2 }))).toContain(of.score.toFixed(1));
  expect(/sample/i.test(wordsOf(page.querySelector("section > div")!))).toBe(of.isSample === true);
  const items = asked.getAllByRole("listitem");
  expect(items).toHaveLength(of.criteria.length);
  for (const [n, { title, weight, points, words, why }] of of.criteria.entries()) {
    const item = items[n]!;
    const head = wordsOf(item.querySelector("h3")!);
    expect(head).toMatch(new RegExp(`^${title} .*\\b${weight}%`));
    expect(wordsOf(item)).toContain(` ${points.toFixed(1)} / 10`);
    expect([...item.querySelectorAll("rect")].at(-1)?.getAttribute("width")).toBe(String(points * 10));
    expect(directedOf(item)).toEqual([...words.map((quote) => `“${quote}”`), expect.stringContaining(why)]);
    expect(item.querySelectorAll("blockquote")).toHaveLength(words.length);
    expect(item.querySelectorAll("strong")).toHaveLength(words.length === 0 ? 1 : 0);
  }
});

test.each(each)("what would lift it is a list in its order, and nothing where there is nothing: %s", async (_, of) => {
  const page = await pageOf(render(<Improvements items={of.improvements} />));
  if (of.improvements.length === 0) return expect(page.innerHTML).toBe("");
  expect([...page.querySelectorAll("ol > li")].map((item) => item.textContent)).toEqual(of.improvements);
  expect(directedOf(page)).toEqual(of.improvements);
});

const statusWords = { pending: /Analysing/, completed: /Completed/, failed: /Failed/ };

test.each(each)(
  "the score is told as a figure, as a drawing with a name and in plain speech, once there is one: %s",
  async (_, of) => {
    const page = await pageOf(render(<ScoreCard of={of} />));
    const asked = ask(page.ownerDocument);
    const [type, score, when, status] = asked.getAllByRole("definition").map(wordsOf);
    expect(type).toBe(of.contentType);
    expect(when).toBe(of.when);
    expect(momentsOf(page)).toEqual([of.whenIso]);
    expect(status).toMatch(statusWords[of.status]);
    const drawings = asked.queryAllByRole("img").map((img) => img.getAttribute("aria-label"));
    if (of.score === null) {
      expect(drawings).toEqual([]);
      expect(score).not.toMatch(/\d/);
      return;
    }
    expect(drawings).toEqual([expect.stringContaining(` ${of.score} `)]);
    expect(score).toContain(`${of.score.toFixed(1)} / 10`);
    expect(asked.getByText(of.word)).toBeTruthy();
    expect(wordsOf(page)).toContain(`${of.score.toFixed(1)} / 10 ${of.word}`);
  },
);
